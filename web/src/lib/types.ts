/**
 * What passes between the page and a board.
 *
 * A board is a Svelte component that draws a view, lights up what the legal actions name and hands back the word that
 * was chosen. It works out no rule. `src/boards/registry.ts` finds it in the folder of its game.
 */
import type { Component } from "svelte";
import type { BoardInfo, Result } from "./api";

export type Seat = number;

/** A view of any game. A board knows its own by `boards/<game>/view.d.ts`, which is made from the game's declaration. */
export type View = Record<string, any>;

/** Something the viewer may do now. Send back `word`; light up what `argument` names. */
export interface LegalAction {
  word: string;
  verb: string;
  argument: string;
  /** A few words with cost or gain, in the viewer's language. */
  label: string;
  /** The label with a gap for the thing it names, and that thing; both empty where it names none. */
  heading: string;
  thing: string;
  /** How it is meant: what one mostly wants, what ends something, what begins a fight, what gives something up for good. */
  manner: "" | "usual" | "ends" | "attack" | "grave";
  /** What it leaves unused that cannot be used later, in a sentence; empty if that is nothing. */
  unspent?: string;
  /** A sentence or two, in the viewer's language. */
  explanation: string;
  /** Id of the rule that allows it. */
  rule: string;
}

/** One event of the log: what to animate and what to mark as the last move. */
export interface GameEvent {
  /** The decision it followed from (0: the deal). */
  decision: number;
  type: "event" | "notice";
  kind: string;
  /** How it is told: in passing, as the opening of a turn or of a round, after the last turn, as a moment of its own. */
  role?: "" | "aside" | "turn" | "between" | "round" | "moment";
  /** Whose doing it is; null: nobody's. */
  seat?: Seat | null;
  text: string;
  rule: string;
  data: Record<string, any>;
  secret: boolean;
}

/**
 * What the player asks about. With a `word` that is legal the page shows its explanation; with a `word` that is not, it
 * asks the game why not. `title`, `text` and `rule` are shown as they are (and above the game's answer).
 */
export interface ExplainTarget {
  word?: string;
  title?: string;
  text?: string;
  rule?: string;
}

/** Names and static facts of the match in a language, with its owner's own data. */
export type InfoSource = (language: string) => Promise<BoardInfo>;

/** A thing on the board that was picked: the list of choices speaks of it alone. */
export interface Picked {
  id: string;
  name: string;
  /** The choices that it stands for, where they are not those that name it. */
  words?: string[];
}

export interface BoardProps<V = View> {
  view: V;
  /** Empty unless the viewer must decide now. */
  legal: LegalAction[];
  /** What is asked of whom, in the game's words; empty where nothing is. */
  prompt?: string;
  /** The seat the viewer looks through; null for a spectator. */
  me: Seat | null;
  /** Names of the players by seat. */
  names: string[];
  /** The events since the previous state, oldest first (possibly of several decisions); mark these as last moves. */
  lastEvents: GameEvent[];
  /** Play this word (one of `legal`). */
  onPlay: (word: string) => void;
  /** Explain this (hover, long-press, `?`), near the element if one is given. */
  onExplain: (target: ExplainTarget, near?: Element | null) => void;
  /** "en", "de" or "nl". */
  language: string;
  /** For boards that need names and static facts. */
  info: InfoSource;
  /** No movement at all. Otherwise use the CSS variable `--tempo` (seconds of one move; 0 to 0.8) for durations. */
  reducedMotion: boolean;
  /** What is picked on the board, for a board on which one picks; the list of choices is narrowed to it. */
  picked?: Picked | null;
  onPick?: (thing: Picked | null) => void;
  /** The choice that is looked at in the list. */
  pointed?: LegalAction | null;
  /** Ask the game about the position, as the viewer knows it. Not there where nobody can answer. */
  onAsk?: (question: string, asked: Record<string, unknown>) => Promise<unknown>;
  /** Play these words one after the other, until something happens that the player must see. */
  onPlayAll?: (words: string[]) => void;
  /** Things that the viewer wants to be shown: those that a line of the log names. */
  shown?: string[];
}

export type BoardComponent = Component<BoardProps>;

/** A match that is over, for whoever tells how it went: its log, and the position after any decision as a spectator saw it. */
export interface Story {
  log: () => Promise<GameEvent[]>;
  after: (decision: number) => Promise<View | null>;
  info: InfoSource;
}

/** What lies between the verdict and the end of the page: how the points came about. */
export interface ReckoningProps {
  game: string;
  result: Result;
  /** Names of the players by seat. */
  names: string[];
  /** What a thing of the game is called, in the viewer's language. */
  called: (word: string) => string;
  /** Not there for a record that was brought along. */
  story?: Story;
  /** The end has just come: tell it step by step, where the game has that, and say when all is told. */
  staged?: boolean;
  onDone?: () => void;
}

export type ReckoningComponent = Component<ReckoningProps>;

/** Something to know, with the rules it stands on. What a figure draws has a name too, a sign, and numbers by their names. */
export interface Point {
  text: string;
  /** What is said instead where there is neither mouse nor keyboard. */
  touch?: string;
  rules?: string[];
  title?: string;
  sign?: string;
  facts?: Record<string, number>;
}

/** How to play, in our own words. A section with a figure is drawn by the game's `Figure.svelte`. */
export interface Lesson {
  title: string;
  sections: { title: string; figure?: string; points: Point[] }[];
}

export type FigureComponent = Component<{ figure: string; points: Point[] }>;

/** Draws a thing of the box, by the words that the reference has for its chapter and for itself. */
export type EntryComponent = Component<{ chapter: string; word: string }>;
