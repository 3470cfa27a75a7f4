/** One viewer at one table: the websocket, what it told, and the pace at which it is shown. */
import { met } from "./person.svelte";
import { api, type ChatMessage, type LineFrame, type LogEntry, type ServerFrame, type StateFrame, type WhyNotFrame } from "./api";
import { lastMove, mergeLog, newEntries } from "./log";
import { isTold } from "./chapters";
import { beat, settings } from "./settings.svelte";
import { pauseBefore } from "./time";
import type { View } from "./types";

export type Link = "connecting" | "open" | "lost" | "refused";

/** A position as the board draws it, with the events that led to it. */
export interface Moment {
  decisions: number;
  view: View | null;
  events: LogEntry[];
}

export interface Refused {
  code: string;
  message: string;
  rule: string;
}

const KEPT_MOMENTS = 500;
const PING_EVERY = 25_000;
/** What is told in passing stands for this part of a beat. */
const PASSING = 0.3;
/** A moment of its own lasts so many beats. */
const MOMENT = 2;
/** With so many positions waiting things are told faster, but never faster than this part of a beat: a little above half a
 * second at the normal one, for a timer of a busy browser is not exact. */
const CALM = 6;
const FASTEST = 0.85;
/** How long a refusal is shown. */
const SAID_FOR = 8000;
/** After these closings there is no use in trying again. */
const FINAL_CODES = new Set([4400, 4401, 4403, 4404, 4413]);

/** How long an event (or a position that nothing is told of) is shown while so many positions wait. */
export function secondsFor(event: Pick<LogEntry, "role"> | undefined, waiting: number): number {
  if (!event) return PASSING * beat();
  const haste = Math.max(FASTEST, CALM / Math.max(CALM, waiting));
  return beat() * haste * (event.role === "moment" || event.role === "round" ? MOMENT : 1);
}

export class TableLink {
  link: Link = $state("connecting");
  closeCode = $state(0);
  /** The newest state. */
  frame: StateFrame | null = $state.raw(null);
  /** What the board shows: it may be a little behind while events are shown one by one. */
  shown: Moment | null = $state.raw(null);
  /** The sentence of the event being shown. */
  telling: LogEntry | null = $state.raw(null);
  behind = $state(0);
  log: LogEntry[] = $state.raw([]);
  chat: ChatMessage[] = $state.raw([]);
  present: number[] = $state.raw([]);
  watchers = $state(0);
  notes = $state("");
  refused: Refused | null = $state.raw(null);
  /** A decision is on its way. */
  sending = $state(false);
  /** Show what others do one step at a time, each asked for. */
  stepping = $state(false);
  /** In step mode: it waits to be asked for the next thing. */
  held = $state(false);
  /** performance.now() when the newest state came. */
  heardAt = $state(0);

  readonly #id: string;
  #language: string;
  #seat: number | null = null;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #number = 0;
  #left = false;
  #introduced = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pace: ReturnType<typeof setTimeout> | undefined;
  #queue: Moment[] = [];
  #untold: LogEntry[] = [];
  /** Where to return after something was shown once more. */
  #present: Moment | null = null;
  #past = new Map<number, Moment>();
  #asked = new Map<string, (answer: WhyNotFrame | null) => void>();
  #lines = new Map<string, (answer: LineFrame | null) => void>();

  constructor(match: string, language: string) {
    this.#id = match;
    this.#language = language;
    void met().then(() => {
      if (!this.#left) this.#connect();
    });
  }

  // What the viewer does

  play(word: string): void {
    if (!this.frame || this.sending) return;
    this.refused = null;
    this.sending = this.#send({ type: "play", word, version: this.frame.version, id: this.#fresh() });
  }

  /**
   * A row of decisions, as a march over several places: the server stops by itself where something happens that one must
   * see. Null if it was refused, or there is no connection.
   */
  playLine(words: string[]): Promise<LineFrame | null> {
    if (!this.frame || this.sending || !words.length) return Promise.resolve(null);
    this.refused = null;
    const id = this.#fresh();
    return new Promise((resolve) => {
      this.#lines.set(id, resolve);
      this.sending = this.#send({ type: "line", words, version: this.frame!.version, id });
      if (!this.sending) this.#walked(id, null);
    });
  }

  undo(): void {
    if (!this.frame || this.sending) return;
    this.refused = null;
    this.sending = this.#send({ type: "undo", version: this.frame.version, id: this.#fresh() });
  }

  sit(seat: number | null): void {
    this.#seat = seat;
    this.notes = "";
    this.#send({ type: "sit", seat });
  }

  speak(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    this.#send({ type: "lang", lang: language });
  }

  say(text: string): void {
    this.#send({ type: "chat", text, id: this.#fresh() });
  }

  write(text: string): void {
    this.notes = text;
    this.#send({ type: "notes", text });
  }

  /** Why is this word not open now? Null when the connection is lost. */
  whyNot(word: string): Promise<WhyNotFrame | null> {
    const id = this.#fresh();
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      if (!this.#send({ type: "why_not", word, id })) this.#answer(id, null);
      setTimeout(() => this.#answer(id, null), 5000);
    });
  }

  /** Show the newest state at once. */
  skip(): void {
    clearTimeout(this.#pace);
    this.#pace = undefined;
    this.held = false;
    this.#untold = [];
    this.telling = null;
    const last = this.#present ?? this.#queue.at(-1);
    this.#queue = [];
    this.#present = null;
    this.behind = 0;
    if (last) this.shown = last;
  }

  /** Hold what is being shown; `step` and `resume` go on. */
  pause(): void {
    this.stepping = true;
    if (this.#pace === undefined) return;
    clearTimeout(this.#pace);
    this.#pace = undefined;
    this.held = true;
  }

  resume(): void {
    this.stepping = false;
    if (this.held) this.step();
  }

  /** Show the next thing that happened. */
  step(): void {
    clearTimeout(this.#pace);
    this.held = false;
    this.#tell();
  }

  /** Show once more what happened from one decision to another, as far as it was seen here; then the present again. */
  again(from: number, to: number): void {
    const present = this.shown;
    const past = [...this.#past.values()].filter(({ decisions }) => decisions >= from && decisions <= to).sort((one, other) => one.decisions - other.decisions);
    if (!past.length || !present) return;
    this.skip();
    const before = [...this.#past.values()].filter(({ decisions }) => decisions < from).sort((one, other) => one.decisions - other.decisions).at(-1);
    if (before) this.shown = { ...before, events: [] };
    this.#queue = past;
    this.#present = present;
    this.behind = this.#queue.length;
    this.#tell();
  }

  /** The position after a decision, or the first kept one after it; null if none was seen here. */
  momentAt(decision: number): Moment | null {
    for (let at = decision; at <= (this.frame?.match.decisions ?? -1); at++) {
      const found = this.#past.get(at);
      if (found) return found;
    }
    return null;
  }

  reconnect(): void {
    if (this.link === "open" || this.#left) return;
    clearTimeout(this.#retry);
    this.#attempt = 0;
    this.#connect();
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#pace);
    clearInterval(this.#ping);
    this.#socket?.close();
  }

  // The wire

  #connect(): void {
    this.link = this.#attempt ? "lost" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.#id}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({ type: "hello", lang: this.#language, seat: this.#seat, tokens: [] });
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#send({ type: "ping" }), PING_EVERY);
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data) as ServerFrame);
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#left) return;
      clearInterval(this.#ping);
      this.sending = false;
      for (const id of this.#lines.keys()) this.#walked(id, null);
      this.closeCode = event.code;
      if (event.code === 4401 && !this.#introduced) {
        // Nobody yet: become a guest first.
        this.#introduced = true;
        void api.me(settings.language).finally(() => this.#connect());
        return;
      }
      if (FINAL_CODES.has(event.code)) {
        this.link = "refused";
        return;
      }
      this.link = "lost";
      this.#retry = setTimeout(() => this.#connect(), pauseBefore(this.#attempt++));
    };
  }

  #send(frame: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #fresh(): string {
    return `q${++this.#number}`;
  }

  #answer(id: string, answer: WhyNotFrame | null): void {
    this.#asked.get(id)?.(answer);
    this.#asked.delete(id);
  }

  #walked(id: string | null, answer: LineFrame | null): void {
    if (id === null) return;
    this.#lines.get(id)?.(answer);
    this.#lines.delete(id);
  }

  #hear(frame: ServerFrame): void {
    switch (frame.type) {
      case "state":
        this.#attempt = 0;
        this.link = "open";
        this.#take(frame);
        break;
      case "ack":
        this.sending = false;
        break;
      case "line":
        this.sending = false;
        this.#walked(frame.id, frame);
        break;
      case "refused": {
        this.sending = false;
        this.#walked(frame.id, null);
        const said: Refused = { code: frame.code, message: frame.message, rule: frame.rule };
        this.refused = said;
        // Its own time only: a later refusal is not cut short.
        setTimeout(() => {
          if (this.refused === said) this.refused = null;
        }, SAID_FOR);
        break;
      }
      case "why_not":
        if (frame.id) this.#answer(frame.id, frame);
        break;
      case "chat": {
        const known = new Set(this.chat.map((message) => message.id));
        this.chat = [...this.chat, ...frame.messages.filter((message) => !known.has(message.id))];
        break;
      }
      case "presence":
        this.present = frame.present;
        this.watchers = frame.watchers;
        break;
      case "notes":
        this.notes = frame.text;
        break;
    }
  }

  #take(frame: StateFrame): void {
    const before = this.frame;
    const fresh = frame.log.keep < 0 || before === null;
    const events = newEntries(frame.log);
    const takenBack = before !== null && frame.match.decisions < before.match.decisions;
    if (before && before.seat !== frame.seat) this.#past.clear();
    this.log = mergeLog(this.log, frame.log);
    this.frame = frame;
    this.#seat = frame.seat;
    this.heardAt = performance.now();
    this.present = frame.match.seats.filter((seat) => seat.present).map((seat) => seat.seat);
    this.watchers = frame.match.watchers;

    const keepsMarks = !events.length && !fresh && !takenBack;
    const previous = this.#queue.at(-1) ?? this.shown;
    const moment: Moment = {
      decisions: frame.match.decisions,
      view: frame.view,
      events: keepsMarks ? (previous?.events ?? []) : fresh || takenBack ? lastMove(this.log) : events,
    };
    this.#past.set(moment.decisions, moment);
    if (this.#past.size > KEPT_MOMENTS) this.#past.delete(this.#past.keys().next().value!);

    // Whoever decided knows what he did: his own moves are shown at once.
    const own = frame.seat !== null && frame.last[0] === String(frame.seat) && !this.#queue.length;
    this.#present = null;
    if (fresh || takenBack || own || beat() === 0 || document.hidden) {
      this.#queue = [moment];
      this.skip();
      // What follows from it without him is told him like everything else.
      if (own && !fresh && !takenBack && beat() && !document.hidden) this.#tellAll(events.filter((entry) => isTold(entry) && (entry.role !== "" || (entry.seat !== null && entry.seat !== frame.seat))));
      return;
    }
    this.#queue.push(moment);
    this.behind = this.#queue.length;
    if (this.#pace === undefined && !this.held) this.#tell();
  }

  #tellAll(events: LogEntry[]): void {
    this.#untold = events;
    if (events.length) this.#tell();
  }

  /** Show the next event; after the last one of a moment, the next moment. */
  #tell(): void {
    this.#pace = undefined;
    if (!this.#untold.length) {
      const next = this.#queue.shift();
      this.behind = this.#queue.length;
      if (!next) {
        this.skip();
        return;
      }
      const unchanged = next.events === this.shown?.events;
      this.shown = next;
      this.#untold = unchanged ? [] : next.events.filter(isTold);
    }
    const event = this.#untold.shift();
    if (event) this.telling = event;
    this.held = this.stepping && event !== undefined;
    if (this.held) return;
    this.#pace = setTimeout(() => this.#tell(), 1000 * secondsFor(event, this.#queue.length));
  }
}
