/**
 * Which card of the last view is which card of this one.
 *
 * Cards of a kind are alike and a view names only kinds and places, so the page gives each card it sees an id of its own
 * and follows it from view to view: what stayed where it was keeps its id; what is gone from one place and new at another
 * has moved. The ids serve the animation only.
 */
export interface Slot {
  zone: string;
  /** The card's word; null for one that lies face-down. */
  word: string | null;
}

export interface Placed extends Slot {
  id: number;
}

export interface Tracked {
  placed: Placed[];
  /** Where a card that was seen before has come from, by id. */
  from: Map<number, string>;
  /** Cards that are nowhere to be seen any more. */
  gone: Placed[];
}

/** A counter for fresh ids; give the same to every call for one board. */
export interface Ids {
  next: number;
}

export function track(before: Placed[], now: Slot[], ids: Ids): Tracked {
  const placed: (Placed | null)[] = now.map(() => null);
  const free = new Set(before);
  const from = new Map<number, string>();

  const pair = (alike: (old: Placed, fresh: Slot) => boolean) => {
    now.forEach((fresh, place) => {
      if (placed[place]) return;
      for (const old of free) {
        if (!alike(old, fresh)) continue;
        free.delete(old);
        placed[place] = { ...fresh, id: old.id };
        if (old.zone !== fresh.zone) from.set(old.id, old.zone);
        return;
      }
    });
  };
  pair((old, fresh) => old.zone === fresh.zone && old.word === fresh.word);
  // Turned over where it lies.
  pair((old, fresh) => old.zone === fresh.zone && (old.word === null || fresh.word === null));
  pair((old, fresh) => old.word !== null && old.word === fresh.word);
  // Out of a hidden place into the open, or back.
  pair((old, fresh) => old.zone !== fresh.zone && (old.word === null) !== (fresh.word === null));

  return {
    placed: placed.map((each, place) => each ?? { ...now[place], id: ids.next++ }),
    from,
    gone: [...free],
  };
}

/** The cards of one zone, in the order of the view. */
export function inZone(placed: Placed[], zone: string): Placed[] {
  return placed.filter((each) => each.zone === zone);
}
