/**
 * What each game brings for the page, in `boards/<game>/`: its board, picture, reckoning, lessons and card on the shelf.
 * All of it is optional; a game that has none is shown plainly.
 */
import type { Component } from "svelte";
import type { Language } from "../lib/settings.svelte";
import type { Heard } from "../lib/sounds";
import type { BoardComponent, EntryComponent, FigureComponent, Lesson, ReckoningComponent, View } from "../lib/types";
import PlainPicture from "./PlainPicture.svelte";

/** How a game stands on the shelf before the server has answered, and where. */
export interface Card {
  title: string;
  place: number;
  /** A map fills the window, and what is asked stands beside it; a table (what is said of none) is as high as it is. */
  layout?: "map";
  /** Its account of the end is told step by step, and who won stands there when it has been told. */
  ending?: "staged";
}

/** By name of game what lies at `./<game>/<file>`. */
function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, thing]) => [path.split("/")[1], thing]));
}

const cards = byGame(import.meta.glob<Card>("./*/card.json", { eager: true, import: "default" }));
const pictures = byGame(import.meta.glob<Component>("./*/Picture.svelte", { eager: true, import: "default" }));
const boards = byGame(import.meta.glob<BoardComponent>("./*/Board.svelte", { import: "default" }));
const reckonings = byGame(import.meta.glob<ReckoningComponent>("./*/Reckoning.svelte", { import: "default" }));
const colours = byGame(import.meta.glob<(view: View, dark: boolean) => (string | null)[]>("./*/seats.ts", { import: "default" }));
const sounds = byGame(import.meta.glob<Heard>("./*/sounds.json", { eager: true, import: "default" }));
const figures = byGame(import.meta.glob<FigureComponent>("./*/Figure.svelte", { import: "default" }));
const entries = byGame(import.meta.glob<EntryComponent>("./*/Entry.svelte", { import: "default" }));
const lessons = import.meta.glob<Lesson>("./*/learn/*.json", { import: "default" });

/** The games that have a card, in the order of the shelf. */
export const shelf: { name: string; title: string }[] = Object.entries(cards)
  .sort(([, one], [, other]) => one.place - other.place)
  .map(([name, { title }]) => ({ name, title }));

/** Games in the order of the shelf; those without a card come last, as they came. */
export function inOrder<T extends { name: string }>(games: T[]): T[] {
  const place = ({ name }: T) => cards[name]?.place ?? Infinity;
  return [...games].sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

/** How the page is laid out around the board of a game. */
export function layoutOf(game: string): "map" | "table" {
  return cards[game]?.layout ?? "table";
}

/** Whether the account of a game tells its end step by step. */
export function tellsItsEnd(game: string): boolean {
  return cards[game]?.ending === "staged";
}

/** The colours that the board of a game has for its players, by seat; null if it has none. */
export async function coloursOf(game: string): Promise<((view: View, dark: boolean) => (string | null)[]) | null> {
  return (await colours[game]?.()) ?? null;
}

/** Which events of a game are heard. */
export function soundsOf(game: string): Heard {
  return sounds[game] ?? {};
}

export function pictureOf(game: string): Component {
  return pictures[game] ?? PlainPicture;
}

export async function boardOf(game: string): Promise<BoardComponent> {
  return boards[game]?.() ?? (await import("./Plain.svelte")).default;
}

export async function reckoningOf(game: string): Promise<ReckoningComponent> {
  return reckonings[game]?.() ?? (await import("./PlainReckoning.svelte")).default;
}

export function hasLesson(game: string): boolean {
  return `./${game}/learn/en.json` in lessons;
}

export async function lessonOf(game: string, language: Language): Promise<Lesson | null> {
  return (await lessons[`./${game}/learn/${language}.json`]?.()) ?? null;
}

/** What draws the figures of a game's lesson; null if it has none. */
export async function figureOf(game: string): Promise<FigureComponent | null> {
  return (await figures[game]?.()) ?? null;
}

/** What draws a thing of a game's box for the reference; null if nothing does. */
export async function entryOf(game: string): Promise<EntryComponent | null> {
  return (await entries[game]?.()) ?? null;
}
