// Writes a .ts beside each list in a game's art/*.json: the few pictures of the package game-icons that a game's cards need.
// Run: node src/boards/make-icons.mjs
import { createRequire } from "node:module";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const { icons } = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");

function line([name, source]) {
  const paths = [...icons[source].body.matchAll(/<path [^>]*?d="([^"]+)"/g)].map((match) => match[1]);
  if (!paths.length || /<(?!path|\/path|g|\/g)/.test(icons[source].body)) throw new Error(`${source} is not plain paths`);
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `  // ${source}\n  ${key}: ${JSON.stringify(paths.join(""))},`;
}

for (const game of readdirSync(new URL(".", import.meta.url))) {
  const art = new URL(`${game}/art/`, import.meta.url);
  if (!existsSync(art)) continue;
  for (const list of readdirSync(art).filter((name) => name.endsWith(".json"))) {
    const lines = Object.entries(JSON.parse(readFileSync(new URL(list, art), "utf-8"))).map(line);
    writeFileSync(
      new URL(list.replace(".json", ".ts"), art),
      `// Made by make-icons.mjs. Pictures from game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0.
export const icons = {
${lines.join("\n")}
} as const;

export type IconName = keyof typeof icons;
`,
    );
  }
}
