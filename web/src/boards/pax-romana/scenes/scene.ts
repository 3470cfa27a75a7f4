/** Which scene a position is in: what is under way and deserves to be seen beside the map. */
import type { MeetingView, PaxRomanaView } from "../view";

export type SceneView = PaxRomanaView["scenes"][number];
type Of<K extends SceneView["kind"]> = Extract<SceneView, { kind: K }>;

export interface SceneOf {
  /** The innermost of what is under way. */
  inner: SceneView | null;
  /** The Battle it is part of. */
  battle: Of<"battle"> | null;
  losses: Of<"losses"> | null;
  meeting: MeetingView | null;
  /** Where it happens. */
  space: string | null;
  /** The scene itself offers all choices that name no place. */
  takesChoices: boolean;
}

export function sceneOf(view: PaxRomanaView): SceneOf | null {
  if (view.outcome) return null;
  const inner = view.scenes.at(-1) ?? null;
  const meeting = view.meeting;
  if (!inner && !meeting) return null;
  const last = <K extends SceneView["kind"]>(kind: K) => [...view.scenes].reverse().find((scene): scene is Of<K> => scene.kind === kind) ?? null;
  return {
    inner,
    battle: last("battle"),
    losses: inner?.kind === "losses" ? inner : null,
    meeting: inner ? null : meeting,
    space: inner && "space" in inner ? inner.space : null,
    takesChoices: !inner && meeting !== null,
  };
}

export type Wanted = { question: "odds"; asks: { space?: string } } | { question: "naval"; asks: { space: string } };

/** What the game is asked about a fight whose dice are not cast yet: before a Withdrawal from the Move under way, in a Battle, at sea. */
export function chanceIn({ inner, battle }: SceneOf, view: PaxRomanaView): Wanted | null {
  const moved = view.breadcrumb.at(-2) === "move";
  if (inner?.kind === "withdrawal" && moved) return { question: "odds", asks: { space: inner.space } };
  if (inner?.kind === "naval" && moved && !inner.totals) return { question: "naval", asks: { space: inner.space } };
  if (inner?.kind === "battle" && battle && !battle.dice.length && !battle.winner) return { question: "odds", asks: {} };
  return null;
}
