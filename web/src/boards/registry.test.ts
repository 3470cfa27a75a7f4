import { describe, expect, it } from "vitest";
import { hasLesson, inOrder, lessonOf, pictureOf, shelf } from "./registry";

const folders = Object.keys(import.meta.glob("./*/Board.svelte")).map((path) => path.split("/")[1]);
const sources = import.meta.glob<string>(
  ["../**/*.{ts,svelte,css,json,mjs}", "!../boards/*/**"],
  { eager: true, query: "?raw", import: "default" },
);

describe("the page outside a game's own folder", () => {
  it("names no game", () => {
    expect(folders.length).toBeGreaterThan(2);
    expect(Object.keys(sources).length).toBeGreaterThan(60);
    const names = folders.flatMap((name) => [name, name.replaceAll("-", " "), name.replaceAll("-", "")]);
    // Also as a part of a longer name, such as that of a component, but not in "Ludi Romani".
    const named = new RegExp(`(${names.join("|")})(?!n)`, "i");
    const guilty = Object.entries(sources).flatMap(([path, text]) =>
      text.split("\n").flatMap((line, at) => (named.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(guilty).toEqual([]);
  });
});

describe("the shelf", () => {
  it("has its order from the cards; who has none comes last", () => {
    const names = shelf.map(({ name }) => name);
    expect([...names].sort()).toEqual([...folders].sort());
    const mixed = ["zebra", ...[...names].reverse(), "aardvark"].map((name) => ({ name }));
    expect(inOrder(mixed).map(({ name }) => name)).toEqual([...names, "zebra", "aardvark"]);
  });
});

describe("a game without a folder", () => {
  it("gets a plain picture and no lesson", async () => {
    expect(pictureOf("nuts")).toBe((await import("./PlainPicture.svelte")).default);
    expect(hasLesson("nuts")).toBe(false);
    expect(await lessonOf("nuts", "en")).toBeNull();
  });
});
