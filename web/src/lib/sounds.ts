/**
 * A few soft sounds, made here and not recorded: no file is fetched for them. They are off until they are switched on,
 * and a browser lets them sound only after a click or a key.
 */
import type { GameEvent } from "./types";

export const SOUNDS = ["card", "dice", "coins", "battle", "turn", "end"] as const;
export type Sound = (typeof SOUNDS)[number];
/** Which events of a game are heard, by their kinds. */
export type Heard = Record<string, Sound>;

/** Of several at once the weightiest is heard. */
const WEIGHT: Record<Sound, number> = { card: 0, coins: 1, dice: 2, battle: 3, turn: 4, end: 5 };
/** Seconds between two sounds, so that they never run together. */
const APART = 0.12;
const VOLUME = 0.16;

export function weightiest(events: readonly Pick<GameEvent, "kind">[], heard: Heard): Sound | null {
  let found: Sound | null = null;
  for (const { kind } of events) {
    const sound = heard[kind];
    if (sound && (found === null || WEIGHT[sound] > WEIGHT[found])) found = sound;
  }
  return found;
}

interface Shown {
  decisions: number;
  events: readonly Pick<GameEvent, "kind">[];
}

/** What is to be heard at a table, as it is shown there. The first thing shown is where one came in: it is not heard. */
export class Ear {
  #shown: Shown | null = null;
  #told: object | null = null;
  #due = false;
  #over = false;

  hear(shown: Shown | null, told: Pick<GameEvent, "kind"> | null, due: boolean, over: boolean, heard: Heard): Sound | null {
    const before = this.#shown;
    const fresh = shown !== before && (before === null || shown?.events !== before.events);
    const sounds: (Sound | null)[] = [];
    if (told && told !== this.#told) sounds.push(weightiest([told], heard));
    else if (!told && fresh && shown && shown.decisions > (before?.decisions ?? 0)) sounds.push(weightiest(shown.events, heard));
    if (due && !this.#due) sounds.push("turn");
    if (over && !this.#over) sounds.push("end");
    [this.#shown, this.#told, this.#due, this.#over] = [shown, told, due, over];
    if (before === null) return null;
    return sounds.reduce((best, each) => (each && (!best || WEIGHT[each] > WEIGHT[best]) ? each : best), null);
  }
}

let context: AudioContext | null = null;
let free = 0;

/** Called by a click or a key: from then on the browser lets it sound. */
export function wake(): void {
  if (!("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
}

export function play(sound: Sound): void {
  if (!context || context.state !== "running") return;
  const at = Math.max(context.currentTime + 0.01, free);
  if (at > context.currentTime + 0.6) return; // more would only lag behind what is seen
  free = at + APART;
  recipes[sound](context, at);
}

// How they are made: short tones with a soft beginning, and noise through a filter.

function envelope(on: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(VOLUME * loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(on.destination);
  return gain;
}

function tone(on: AudioContext, at: number, pitch: number, length: number, loud: number, shape: OscillatorType = "sine", to = pitch): void {
  const source = on.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(envelope(on, at, loud, length));
  source.start(at);
  source.stop(at + length + 0.02);
}

function noise(on: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let each = 0; each < data.length; each++) data[each] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.9;
  source.connect(filter).connect(envelope(on, at, loud, length));
  source.start(at);
}

const recipes: Record<Sound, (on: AudioContext, at: number) => void> = {
  card: (on, at) => noise(on, at, 2400, 0.09, 0.7),
  dice: (on, at) => [0, 0.07, 0.12, 0.2].forEach((later, each) => noise(on, at + later, 1500 - each * 150, 0.05, 0.9)),
  coins: (on, at) => [0, 0.06].forEach((later, each) => tone(on, at + later, 2093 + each * 700, 0.22, 0.35, "triangle")),
  battle: (on, at) => {
    tone(on, at, 140, 0.35, 1, "sine", 60);
    noise(on, at, 500, 0.18, 0.6);
  },
  turn: (on, at) => [523.25, 659.25].forEach((pitch, each) => tone(on, at + each * 0.12, pitch, 0.35, 0.5)),
  end: (on, at) => [392, 523.25, 659.25, 783.99].forEach((pitch, each) => tone(on, at + each * 0.14, pitch, 0.6, 0.5)),
};
