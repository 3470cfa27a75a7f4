/**
 * The questions that a game answers about a position, put to the server: typed by the game's `questions.d.ts`, kept as
 * long as the position stands.
 *
 *     const asker = new Asker<Questions>(match);
 *     asker.at(frame.version, frame.seat, language);            // with every new state
 *     const reach = await asker.ask("reach", { space: "ostia" });
 *     asker.later("odds", { space }, (odds) => (shown = odds)); // while the pointer moves: the last one counts
 */
import { api, Refusal } from "./api";

/** Every question with what is asked and what is answered. */
export type QuestionTable<Q> = { [K in keyof Q]: { asks: object; answers: object } };

/** How long the pointer must rest before a question is asked. */
export const PAUSE = 120;

type Sender = (seat: number | null, question: string, asked: object, lang: string, version: number) => Promise<{ answer: object | null }>;

/** The same for the same question, in whatever order its arguments stand. */
function keyOf(question: string, asked: object): string {
  return question + JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export class Asker<Q extends QuestionTable<Q>> {
  #send: Sender;
  #version = -1;
  #seat: number | null = null;
  #language = "en";
  #known = new Map<string, Promise<object>>();
  #waiting = new Map<keyof Q, { timer: ReturnType<typeof setTimeout>; number: number }>();
  #number = 0;

  constructor(match: string, send: Sender = (...asked) => api.ask(match, ...asked)) {
    this.#send = send;
  }

  /** The position that is asked about from now on; answers about another one are forgotten. */
  at(version: number, seat: number | null, language: string): void {
    if (version === this.#version && seat === this.#seat && language === this.#language) return;
    this.#version = version;
    this.#seat = seat;
    this.#language = language;
    this.#known.clear();
    this.quiet();
  }

  /** The answer; a `Refusal` says in a sentence why there is none. */
  ask<K extends keyof Q & string>(question: K, asked: Q[K]["asks"]): Promise<Q[K]["answers"]> {
    const key = keyOf(question, asked);
    let found = this.#known.get(key);
    if (!found) {
      const known = this.#known;
      found = this.#send(this.#seat, question, asked, this.#language, this.#version).then(({ answer }) => {
        if (!answer) throw new Refusal(0, "past", ""); // the position moved on meanwhile
        return answer;
      });
      known.set(key, found);
      // What could not be sent, or came too fast, may be asked again.
      found.catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== "invalid") known.delete(key);
      });
    }
    return found;
  }

  /**
   * Ask once nothing else of this kind is asked for a moment; `heard` gets the answer of the last one only, and null if
   * it is refused. What is known already is told at once.
   */
  later<K extends keyof Q & string>(
    question: K,
    asked: Q[K]["asks"],
    heard: (answer: Q[K]["answers"] | null) => void,
    pause = PAUSE,
  ): void {
    clearTimeout(this.#waiting.get(question)?.timer);
    const number = ++this.#number;
    const known = this.#known.has(keyOf(question, asked));
    const go = () => {
      const tell = (answer: Q[K]["answers"] | null) => {
        if (this.#waiting.get(question)?.number === number) heard(answer);
      };
      this.ask(question, asked).then(tell, () => tell(null));
    };
    this.#waiting.set(question, { timer: setTimeout(go, known ? 0 : pause), number });
  }

  /** Whatever waits, of one kind or all, is not asked, and what is on its way is not told. */
  quiet(question?: keyof Q): void {
    for (const [each, { timer }] of this.#waiting) {
      if (question !== undefined && each !== question) continue;
      clearTimeout(timer);
      this.#waiting.delete(each);
    }
  }
}
