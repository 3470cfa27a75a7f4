/** What the viewer has chosen, kept in this browser and shown as attributes of <html>. */
export const LANGUAGES = ["en", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  tempo: "off" | "fast" | "normal" | "slow";
  palette: "safe" | "vivid";
  cards: "small" | "medium" | "large";
  notify: boolean;
  sounds: boolean;
  /** Ask before a choice that leaves something unused. */
  sure: boolean;
  /** Show the ids of rules in the log. */
  logRules: boolean;
}

const KEY = "ludi.settings";

export function preferredLanguage(wanted: readonly string[]): Language {
  for (const each of wanted) {
    const short = each.slice(0, 2).toLowerCase();
    if ((LANGUAGES as readonly string[]).includes(short)) return short as Language;
  }
  return "en";
}

function load(): Settings {
  const fresh: Settings = {
    language: preferredLanguage(navigator.languages ?? [navigator.language]),
    theme: "auto",
    tempo: "normal",
    palette: "safe",
    cards: "medium",
    notify: false,
    sounds: false,
    sure: true,
    logRules: false,
  };
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return fresh;
  }
}

export const settings: Settings = $state(load());

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, still: still.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
still.addEventListener("change", () => (system.still = still.matches));

export function isDark(): boolean {
  return settings.theme === "auto" ? system.dark : settings.theme === "dark";
}

export function isStill(): boolean {
  return system.still || settings.tempo === "off";
}

/** Seconds of one step of a replay that runs by itself; 0 where nothing moves. */
export function tempo(): number {
  return isStill() ? 0 : { off: 0, fast: 0.15, normal: 0.4, slow: 1 }[settings.tempo];
}

/** Seconds for which one event is shown, whether anything moves or not; 0: all of them at once. */
export function beat(): number {
  return { off: 0, fast: 0.35, normal: 0.7, slow: 1.4 }[settings.tempo];
}

/** Call once, inside a component. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.dataset.theme = isDark() ? "dark" : "light";
    root.dataset.palette = settings.palette;
    root.dataset.cards = settings.cards;
    root.dataset.tempo = system.still ? "off" : settings.tempo;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
}
