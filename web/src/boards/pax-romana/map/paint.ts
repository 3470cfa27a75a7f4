/** The ground under the pieces, painted on a canvas: sea, coast, who controls what, borders, ways, names of Territories. */
import type { PaxRomanaView } from "../view";
import type { Camera, Size } from "./camera";
import type { Geography, LinkKind, Point, Spot } from "./geography";
import { frameOf, landmasses, meets, rings, within, type Corner, type Frame, type Landmass, type Ring, type Steps } from "./land";
import { LETTER } from "./titles";
import { colourOf, type Colours, type Palette, type Pattern } from "./look";

export interface Ground {
  map: Geography;
  /** The rings of the coast, coarse and fine; empty where the coarse level has none. */
  coast: [Ring[], Ring[]];
  /** Where each ring lies. */
  frames: Frame[];
  masses: Landmass[];
}

/** The name of a Territory, where its Spaces lie. */
export interface Title {
  at: Point;
  text: string;
  /** How wide its country is, in degrees. */
  spread: number;
}

/** From this scale on the fine coast shows. */
const FINE = 30;

/** What of the coast is seen: by number of its ring. */
type Shores = Map<number, Path2D>;

/** Beyond the edge of what is seen, in pixels: no cut of the coast may show. */
const EDGE = 40;
/** Less than this cannot be seen, in pixels. */
const HAIR = 0.9;

function shoresIn(base: Ground, level: 0 | 1, frame: Frame, k: number): Shores {
  const found: Shores = new Map();
  base.coast[level].forEach((ring, index) => {
    if (!ring.length || !meets(base.frames[index], frame)) return;
    const { left, top, right, bottom } = base.frames[index];
    const whole = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
    const seen = whole ? ring : within(ring, frame);
    if (!seen.length) return;
    const path = new Path2D();
    trace(path, seen, HAIR / k);
    found.set(index, path);
  });
  return found;
}

function joined(shores: Shores): Path2D {
  const path = new Path2D();
  for (const shore of shores.values()) path.addPath(shore);
  return path;
}

/** Draw a ring; steps shorter than `least` are passed over. */
function trace(path: Path2D, ring: Ring, least = 0): void {
  let [left, top] = [ring[0], ring[1]];
  path.moveTo(left, top);
  for (let index = 2; index < ring.length; index += 2) {
    const [x, y] = [ring[index], ring[index + 1]];
    if (Math.abs(x - left) + Math.abs(y - top) < least) continue;
    path.lineTo(x, y);
    [left, top] = [x, y];
  }
  path.closePath();
}

/** The coast, whatever stands on it. */
export type Coast = Pick<Ground, "coast" | "frames">;

export function coastOf(steps: Steps): Coast {
  const fine = rings(steps, 1);
  return { coast: [rings(steps, 0), fine], frames: fine.map(frameOf) };
}

export function ground(map: Geography, shores: Coast): Ground {
  return { map, ...shores, masses: landmasses(map, ...shores.coast) };
}

const tiles = new Map<string, CanvasPattern | null>();
let tile: OffscreenCanvas | null = null;

/** A pattern in a colour, as a small tile. All are drawn on the same one, since a canvas costs more than what is drawn on it. */
function hatch(context: CanvasRenderingContext2D, pattern: Pattern, colour: string, ratio: number): CanvasPattern | null {
  const key = `${pattern} ${colour} ${ratio}`;
  const known = tiles.get(key);
  if (known !== undefined) return known;
  const size = Math.round(8 * ratio);
  tile ??= new OffscreenCanvas(size, size);
  [tile.width, tile.height] = [size, size];
  // So small a thing is drawn sooner without the graphics card.
  const draw = tile.getContext("2d", { willReadFrequently: true })!;
  draw.strokeStyle = draw.fillStyle = colour;
  draw.lineWidth = ratio;
  draw.beginPath();
  const line = (x: number, y: number, u: number, v: number) => {
    draw.moveTo(x * size, y * size);
    draw.lineTo(u * size, v * size);
  };
  if (pattern === "rising" || pattern === "crossed") [-1, 0, 1].forEach((by) => line(by - 0.5, 1.5, by + 1.5, -0.5));
  if (pattern === "falling" || pattern === "crossed") [-1, 0, 1].forEach((by) => line(by - 0.5, -0.5, by + 1.5, 1.5));
  if (pattern === "upright") line(0.5, 0, 0.5, 1);
  if (pattern === "level") line(0, 0.5, 1, 0.5);
  draw.stroke();
  if (pattern === "dots") {
    for (const [x, y] of [[0.25, 0.25], [0.75, 0.75]]) {
      draw.beginPath();
      draw.arc(x * size, y * size, 0.85 * ratio, 0, 2 * Math.PI);
      draw.fill();
    }
  }
  const made = pattern === "none" ? null : context.createPattern(tile as unknown as CanvasImageSource, "repeat");
  tiles.set(key, made);
  return made;
}

/** Who a piece of ground belongs to: the Power that Controls the Province, else the one that Controls the Space alone. */
function holder(view: PaxRomanaView, space: Spot): { side: string | null; whole: boolean } {
  const owner = view.provinces[space.province ?? ""] ?? null;
  return owner ? { side: owner, whole: true } : { side: view.spaces[space.id] ?? null, whole: false };
}

function inPlay(view: PaxRomanaView, space: Spot | null): boolean {
  return !!space && (space.province ?? "") in view.provinces;
}

function paintAreas(context: CanvasRenderingContext2D, scene: Scene, shores: Shores, ratio: number, k: number, frame: Frame): void {
  const { base, view, look } = scene;
  for (const mass of base.masses) {
    const shore = shores.get(mass.ring);
    if (!shore) continue;
    const fills = new Map<string, { colours: Colours | null; whole: boolean; path: Path2D }>();
    for (const { space, outline } of mass.cells) {
      if (!inPlay(view, space)) continue;
      const { side, whole } = holder(view, space);
      const colour = side && view.powers.some((each) => each.power === side) ? colourOf(view, side) : "";
      const key = `${colour} ${whole}`;
      const fill = fills.get(key) ?? { colours: colour ? look.sides[colour] : null, whole, path: new Path2D() };
      trace(fill.path, outline);
      fills.set(key, fill);
    }
    if (!fills.size) continue;
    context.save();
    context.clip(shore, "evenodd");
    for (const { colours, whole, path } of fills.values()) {
      context.fillStyle = look.land;
      context.fill(path);
      if (!colours) continue;
      context.globalAlpha = whole ? 1 : 0.45;
      context.fillStyle = colours.ground;
      context.fill(path);
      context.globalAlpha = 1;
      const tile = whole ? hatch(context, colours.pattern, colours.stripe, ratio) : null;
      if (!tile) continue;
      tile.setTransform(new DOMMatrix().scale(1 / (k * ratio)));
      context.globalAlpha = 0.28;
      context.fillStyle = tile;
      context.fill(path);
      context.globalAlpha = 1;
    }
    paintBorders(context, mass, scene, k, frame);
    context.restore();
  }
}

function paintBorders(context: CanvasRenderingContext2D, mass: Landmass, { view, look }: Scene, k: number, frame: Frame): void {
  const realms = new Map<string, string>();
  for (const [id, { provinces }] of Object.entries(view.territories)) for (const province of provinces) realms.set(province, id);
  context.lineCap = "butt";
  for (const { line, between } of mass.borders) {
    const [[x, y], [u, v]] = line;
    if (!meets({ left: Math.min(x, u), right: Math.max(x, u) + 0.01, top: Math.min(y, v), bottom: Math.max(y, v) + 0.01 }, frame)) continue;
    const [one, other] = between.map((space) => (inPlay(view, space) ? space!.province! : ""));
    if (one === other) continue;
    const inner = one && other && realms.get(one) === realms.get(other);
    context.strokeStyle = inner ? look.border : look.realm;
    context.lineWidth = (inner ? 1 : 1.7) / k;
    context.setLineDash((inner ? [1.5, 3.5] : [7, 3]).map((each) => each / k));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(u, v);
    context.stroke();
  }
  context.setLineDash([]);
}

function paintWays(context: CanvasRenderingContext2D, base: Ground, look: Palette, k: number, frame: Frame): void {
  const bold = Math.min(Math.max(k / 55, 0.6), 1.5);
  const seen = base.map.links.filter(({ from, to }) =>
    meets({ left: Math.min(from.x, to.x), right: Math.max(from.x, to.x) + 0.01, top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) + 0.01 }, frame),
  );
  const stroke = (kind: LinkKind, colour: string, width: number, dash: number[]) => {
    context.strokeStyle = colour;
    context.lineWidth = (width * bold) / k;
    context.setLineDash(dash.map((each) => (each * bold) / k));
    // Each by itself: broken lines of many parts are slow to draw at once.
    for (const { from, to, kind: own } of seen) {
      if (own !== kind) continue;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
  };
  context.lineCap = "butt";
  stroke("naval", look.seaway, 1.2, [2, 4]);
  stroke("land", look.road, 1.7, []);
  stroke("alpine", look.land, 4, []);
  stroke("alpine", look.alpine, 3, [2.5, 2.5]);
  stroke("strait", look.paper, 4.5, []);
  stroke("strait", look.strait, 2.5, [3, 2]);
  context.setLineDash([]);
}

function paintTitles(context: CanvasRenderingContext2D, titles: Title[], look: Palette, k: number, place: (point: Point) => Corner): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = look.title;
  context.globalAlpha = 0.3;
  for (const { at, text, spread } of titles) {
    const size = Math.min(46, (spread * k) / Math.max(6, text.length) / LETTER);
    if (size < 9) continue;
    context.font = `600 ${size}px Cinzel, Georgia, serif`;
    if ("letterSpacing" in context) context.letterSpacing = `${size * 0.28}px`;
    context.fillText(text.toUpperCase(), ...place(at));
  }
  if ("letterSpacing" in context) context.letterSpacing = "0px";
  context.globalAlpha = 1;
}

export interface Scene {
  base: Ground;
  view: PaxRomanaView;
  look: Palette;
  titles: Title[];
}

/** Paint what a camera sees into a canvas of this size (in CSS pixels; `ratio` device pixels each); `plain`: no ways, no names. */
export function paint(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, size: Size, ratio: number, plain = false): void {
  const { base, look } = scene;
  const { k } = camera;
  const scale = k * ratio;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = look.sea;
  context.fillRect(0, 0, size.width * ratio, size.height * ratio);
  context.setTransform(scale, 0, 0, scale, (size.width * ratio) / 2 - camera.x * scale, (size.height * ratio) / 2 - camera.y * scale);
  const [across, down] = [size.width / k / 2 + EDGE / k, size.height / k / 2 + EDGE / k];
  const frame = { left: camera.x - across, right: camera.x + across, top: camera.y - down, bottom: camera.y + down };
  const shores = shoresIn(base, k < FINE ? 0 : 1, frame, k);
  const coast = joined(shores);
  const rim = k < FINE ? coast : joined(shoresIn(base, 0, frame, k));
  context.lineJoin = "round";
  const breadth = Math.min(Math.max(k / 40, 0.6), 1.6);
  look.halo.forEach((colour, index) => {
    context.strokeStyle = colour;
    context.lineWidth = ([22, 13, 5][index] * breadth) / k;
    context.stroke(rim);
  });
  context.fillStyle = look.quiet;
  context.fill(coast, "evenodd");
  paintAreas(context, scene, shores, ratio, k, frame);
  context.strokeStyle = look.shore;
  context.lineWidth = Math.min(1.3, 0.6 + k / 100) / k;
  context.stroke(coast);
  if (plain) return;
  paintWays(context, base, look, k, frame);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const place = ({ x, y }: Point): Corner => [(x - camera.x) * k + size.width / 2, (y - camera.y) * k + size.height / 2];
  paintTitles(context, scene.titles, look, k, place);
}
