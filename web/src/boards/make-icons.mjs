// Writes icons.ts: the few pictures of the package game-icons that the cards need. Run: node src/lib/cards/make-icons.mjs
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";

const { icons } = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");

const wanted = {
  // PAX
  wealth: "amphora",
  fleet: "trireme",
  army: "centurion-helmet",
  religion: "fire-bowl",
  senator: "roman-toga",
  land: "wheat",
  intrigue: "plain-dagger",
  legion: "roman-shield",
  rome: "eagle-emblem",
  primus: "laurels",
  conspirator: "domino-mask",
  deck: "card-draw",
  eye: "sunken-eye",
  // Roma
  sicarius: "hooded-assassin",
  architectus: "pencil-ruler",
  consiliarius: "discussion",
  legat: "scroll-unfurled",
  gladiator: "trident",
  mercator: "scales",
  consul: "wax-seal",
  legionarius: "gladius",
  nero: "wildfires",
  praetorianus: "spears",
  scaenicus: "drama-masks",
  haruspex: "liver",
  velites: "thrown-spear",
  essedum: "chariot",
  "tribunus-plebis": "public-speaker",
  aesculapinum: "rod-of-asclepius",
  basilica: "triple-gate",
  machina: "crane",
  forum: "ancient-columns",
  mercatus: "shop",
  onager: "catapult",
  templum: "greek-temple",
  turris: "stone-tower",
  money: "two-coins",
  shield: "shield",
  padlock: "padlock",
  battle: "crossed-swords",
};

const lines = Object.entries(wanted).map(([name, source]) => {
  const paths = [...icons[source].body.matchAll(/<path [^>]*?d="([^"]+)"/g)].map((match) => match[1]);
  if (!paths.length || /<(?!path|\/path|g|\/g)/.test(icons[source].body)) throw new Error(`${source} is not plain paths`);
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `  // ${source}\n  ${key}: ${JSON.stringify(paths.join(""))},`;
});

writeFileSync(
  new URL("icons.ts", import.meta.url),
  `// Made by make-icons.mjs. Pictures from game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0.
export const icons = {
${lines.join("\n")}
} as const;

export type IconName = keyof typeof icons;

/** Who drew the pictures, for the page's credits. */
export const iconCredit = {
  title: "game-icons.net",
  authors: "Lorc, Delapouite and contributors",
  address: "https://game-icons.net",
  licence: "CC BY 3.0",
  licenceAddress: "https://creativecommons.org/licenses/by/3.0/",
};
`,
);
