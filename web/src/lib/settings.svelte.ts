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

/** Seconds for which one decision of somebody else is shown. */
export function tempo(): number {
  return isStill() ? 0 : { off: 0, fast: 0.15, normal: 0.4, slow: 1 }[settings.tempo];
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
