/** The rule index of the project (`rules/*.csv`), loaded when somebody asks for a rule. */
const files = import.meta.glob<string>("../../../rules/{pax,roma}.csv", { query: "?raw", import: "default" });

export interface Rule {
  id: string;
  section: string;
  requirement: string;
}

/** Rows of a CSV file whose fields may be quoted. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let field = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') field += text[++at];
      else if (sign === '"') quoted = false;
      else field += sign;
    } else if (sign === '"') quoted = true;
    else if (sign === ",") {
      rows.at(-1)!.push(field);
      field = "";
    } else if (sign === "\n") {
      rows.at(-1)!.push(field);
      field = "";
      rows.push([]);
    } else if (sign !== "\r") field += sign;
  }
  if (field || rows.at(-1)!.length) rows.at(-1)!.push(field);
  else rows.pop();
  return rows;
}

const read = new Map<string, Promise<Map<string, Rule>>>();

function shelf(game: string): Promise<Map<string, Rule>> {
  const load = files[`../../../rules/${game}.csv`];
  if (!load) return Promise.resolve(new Map());
  if (!read.has(game)) {
    read.set(
      game,
      load().then((text) => {
        const [head, ...rows] = parseCsv(text);
        const column = (name: string) => head.indexOf(name);
        const [id, section, requirement] = [column("id"), column("section"), column("requirement")];
        return new Map(
          rows.map((row) => [row[id], { id: row[id], section: row[section], requirement: row[requirement] }]),
        );
      }),
    );
  }
  return read.get(game)!;
}

/** The requirement behind an id such as "PAX-BUY-1"; null if the index has none. */
export async function ruleOf(id: string): Promise<Rule | null> {
  const game = id.split("-")[0].toLowerCase();
  return (await shelf(game)).get(id) ?? null;
}
