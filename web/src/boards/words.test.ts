import { describe, expect, it } from "vitest";

type Words = Record<string, string>;
const files = import.meta.glob<Words>(["../i18n/*.json", "./*/words/*.json"], { eager: true, import: "default" });
const facts = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort();
const english = Object.keys(files).filter((path) => path.endsWith("/en.json"));

describe.each(english)("the words of %s", (path) => {
  const en = files[path];
  const others = ["de", "nl"].map((language) => files[path.replace("en.json", `${language}.json`)]);

  it("are the same in every language", () => {
    for (const other of others) expect(Object.keys(other)).toEqual(Object.keys(en));
  });

  it("take the same facts", () => {
    for (const [key, text] of Object.entries(en)) for (const other of others) expect(facts(other[key]), key).toEqual(facts(text));
  });

  it("are told apart from those of other games by its name", () => {
    const [, game] = /^\.\/([\w-]+)\/words/.exec(path) ?? [];
    if (!game) return;
    for (const key of Object.keys(en)) expect([game, game.replace("-", "")], key).toContain(key.split(".")[1]);
  });
});
