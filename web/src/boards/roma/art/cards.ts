/** The cards of Roma as the page draws them (the printed facts of `games/roma/data/cards.csv`; a test holds them equal). */
import type { IconName } from "./icons";

export type RomaType = "person" | "building";

export interface RomaCardFacts {
  name: string;
  type: RomaType;
  cost: number;
  defence: number;
  /** How many dice it takes: none (always in effect), one, or two. */
  dice: 0 | 1 | 2;
  icon: IconName;
}

const person = (name: string, cost: number, defence: number, icon: IconName): RomaCardFacts => ({
  name,
  type: "person",
  cost,
  defence,
  dice: 1,
  icon,
});
const building = (name: string, cost: number, defence: number, dice: 0 | 1 | 2, icon: IconName): RomaCardFacts => ({
  name,
  type: "building",
  cost,
  defence,
  dice,
  icon,
});

export const romaCards: Record<string, RomaCardFacts> = {
  sicarius: person("Sicarius", 9, 2, "sicarius"),
  architectus: person("Architectus", 3, 4, "architectus"),
  consiliarius: person("Consiliarius", 4, 4, "consiliarius"),
  legat: person("Legat", 5, 2, "legat"),
  gladiator: person("Gladiator", 6, 5, "gladiator"),
  mercator: person("Mercator", 7, 2, "mercator"),
  consul: person("Consul", 3, 3, "consul"),
  legionarius: person("Legionarius", 4, 5, "legionarius"),
  nero: person("Nero", 8, 9, "nero"),
  praetorianus: person("Praetorianus", 4, 4, "praetorianus"),
  scaenicus: person("Scaenicus", 8, 3, "scaenicus"),
  haruspex: person("Haruspex", 4, 3, "haruspex"),
  senator: person("Senator", 3, 3, "senator"),
  velites: person("Velites", 5, 3, "velites"),
  essedum: person("Essedum", 6, 3, "essedum"),
  "tribunus-plebis": person("Tribunus Plebis", 5, 5, "tribunus-plebis"),
  centurio: person("Centurio", 9, 5, "centurio"),
  aesculapinum: building("Aesculapinum", 5, 2, 1, "aesculapinum"),
  basilica: building("Basilica", 6, 5, 0, "basilica"),
  machina: building("Machina", 4, 4, 1, "machina"),
  forum: building("Forum", 5, 5, 2, "forum"),
  mercatus: building("Mercatus", 6, 3, 1, "mercatus"),
  onager: building("Onager", 5, 4, 1, "onager"),
  templum: building("Templum", 2, 2, 0, "templum"),
  turris: building("Turris", 6, 6, 0, "turris"),
};

export function romaName(word: string | null): string {
  return word === null ? "" : (romaCards[word]?.name ?? word);
}
