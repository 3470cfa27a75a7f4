/** Which scene a position is in: what is under way and deserves to be seen beside the map. */
import type { PaxRomanaView } from "../view";

export interface SceneOf {
  kind: "battle" | "meeting" | "plan";
  space: string | null;
  /** The scene itself offers the choices that name counters, or all that name no place. */
  takesPieces: boolean;
  takesChoices: boolean;
}

/** Phases in which all plan in secret at the same time. */
const SECRET = new Set(["maintenance", "manpower", "leader-selection"]);

export function sceneOf(view: PaxRomanaView): SceneOf | null {
  if (view.outcome) return null;
  if (view.under_way?.kind === "battle") return { kind: "battle", space: view.under_way.space, takesPieces: false, takesChoices: false };
  if (view.meeting) return { kind: "meeting", space: null, takesPieces: false, takesChoices: true };
  const last = view.breadcrumb.at(-1);
  if (last && SECRET.has(last)) return { kind: "plan", space: null, takesPieces: false, takesChoices: false };
  return null;
}
