/** Finding room: counters and names are put where they cover nothing that stands already. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GRID = 48;

export function overlap(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0 ? across * down : 0;
}

export class Room {
  private taken = new Map<string, Box[]>();

  private squares(box: Box): string[] {
    const found: string[] = [];
    for (let i = Math.floor(box.x / GRID); i <= Math.floor((box.x + box.width) / GRID); i++) {
      for (let j = Math.floor(box.y / GRID); j <= Math.floor((box.y + box.height) / GRID); j++) found.push(`${i} ${j}`);
    }
    return found;
  }

  take(box: Box): Box {
    for (const square of this.squares(box)) {
      const here = this.taken.get(square);
      if (here) here.push(box);
      else this.taken.set(square, [box]);
    }
    return box;
  }

  /** How much of what stands already a box would cover. */
  covered(box: Box): number {
    const seen = new Set<Box>();
    let total = 0;
    for (const square of this.squares(box)) {
      for (const other of this.taken.get(square) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        total += overlap(box, other);
      }
    }
    return total;
  }

  /** The first of these boxes that covers nothing, taken; or null. */
  free(wanted: Box[]): Box | null {
    const found = wanted.find((box) => this.covered(box) === 0);
    return found ? this.take(found) : null;
  }

  /** The first of these boxes that covers nothing, else the one that covers least; taken. */
  least(wanted: Box[]): Box {
    let best = wanted[0];
    let least = Infinity;
    for (const box of wanted) {
      const covered = this.covered(box);
      if (covered < least - 0.01) [best, least] = [box, covered];
      if (!covered) break;
    }
    return this.take(best);
  }
}

/** Places for a box beside a point: right, left, above, below, then the corners; near ones first. */
export function beside(x: number, y: number, width: number, height: number, gaps: number[]): Box[] {
  return gaps.flatMap((gap) => {
    const half = gap * 0.7;
    return [
      [x + gap, y - height / 2],
      [x - gap - width, y - height / 2],
      [x - width / 2, y - gap - height],
      [x - width / 2, y + gap],
      [x + half, y - half - height],
      [x + half, y + half],
      [x - half - width, y - half - height],
      [x - half - width, y + half],
    ].map(([left, top]) => ({ x: left, y: top, width, height }));
  });
}
