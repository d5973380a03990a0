// The layout of the picture: nested containers, boxes by row and column. Pure.
import type { Picture } from '@kuwei/contract/wms/picture';

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface PlacedContainer extends Rect {
  /** Index into the picture's `containers`. */
  at: number;
  depth: number;
  /** Indices of its own boxes into `boxes`. */
  boxes: readonly number[];
}

export interface PictureLayout {
  w: number;
  h: number;
  /** Parents before children. */
  containers: readonly PlacedContainer[];
  /** Top left corner of each box, in the order of `boxes`. */
  x: Float32Array;
  y: Float32Array;
}

/** In picture units: one pixel at scale 1. */
export const BOX = { w: 28, h: 20 };
const STEP = { x: BOX.w + 2, y: BOX.h + 2 };
const PAD = 6;
export const HEAD = 18;
const GAP = 10;
/** Target width to height of a container's contents. */
const CONTAINER_ASPECT = 1.6;
/** Room for a name. */
const LEAST_WIDTH = 96;

/** A container before placement; its contents are relative to its corner. */
interface Block {
  at: number;
  w: number;
  h: number;
  boxes: readonly number[];
  grid: { x: number; y: number; cols: number };
  children: readonly { block: Block; x: number; y: number }[];
}

/** @param aspect target width to height of the whole */
export function layoutOf({ containers, boxes }: Pick<Picture, 'containers' | 'boxes'>, aspect: number): PictureLayout {
  const childrenOf = Map.groupBy(containers.keys(), (at) => containers[at]!.parentId);
  const boxesOf = Map.groupBy(boxes.container.keys(), (at) => boxes.container[at]!);
  const known = new Set(containers.map(({ id }) => id));
  const blockOf = (at: number): Block => {
    const own = boxesOf.get(at) ?? [];
    const inside = (childrenOf.get(containers[at]!.id) ?? []).map(blockOf);
    const grid = gridOf(own, boxes);
    const packed = packBlocks(own.length > 0 ? [grid, ...inside] : inside, CONTAINER_ASPECT);
    const [first, ...others] = own.length > 0 ? packed.places : [ORIGIN, ...packed.places];
    return {
      at,
      w: Math.max(LEAST_WIDTH, packed.w + 2 * PAD),
      h: packed.h + HEAD + 2 * PAD,
      boxes: own,
      grid: { x: first!.x + PAD, y: first!.y + PAD + HEAD, cols: grid.cols },
      children: inside.map((block, n) => ({ block, x: others[n]!.x + PAD, y: others[n]!.y + PAD + HEAD })),
    };
  };
  const roots = [...containers.keys()].filter((at) => {
    const { parentId } = containers[at]!;
    return parentId === null || !known.has(parentId);
  });
  const blocks = roots.map(blockOf);
  const packed = packBlocks(blocks, aspect);
  const placed: PlacedContainer[] = [];
  const x = new Float32Array(boxes.id.length);
  const y = new Float32Array(boxes.id.length);
  const put = (block: Block, left: number, top: number, depth: number): void => {
    placed.push({ at: block.at, depth, boxes: block.boxes, x: left, y: top, w: block.w, h: block.h });
    // Boxes without a grid position go in rows below the grid.
    let loose = rowsOf(block.boxes, boxes.row) * block.grid.cols;
    for (const box of block.boxes) {
      const hasPlace = boxes.row[box]! > 0 && boxes.col[box]! > 0;
      const cell = hasPlace ? (boxes.row[box]! - 1) * block.grid.cols + boxes.col[box]! - 1 : loose++;
      x[box] = left + block.grid.x + (cell % block.grid.cols) * STEP.x;
      y[box] = top + block.grid.y + Math.floor(cell / block.grid.cols) * STEP.y;
    }
    for (const child of block.children) put(child.block, left + child.x, top + child.y, depth + 1);
  };
  for (const [n, block] of blocks.entries()) put(block, packed.places[n]!.x, packed.places[n]!.y, 0);
  return { w: packed.w, h: packed.h, containers: placed, x, y };
}

const ORIGIN = { x: 0, y: 0 };
/** Columns of boxes without a grid position. */
const LOOSE_COLS = 10;

/** The size of the boxes: the grid, plus rows of boxes without a position. */
function gridOf(own: readonly number[], { row, col }: Picture['boxes']): { w: number; h: number; cols: number } {
  const cols = own.reduce((most, box) => Math.max(most, col[box]!), 0) || Math.min(own.length, LOOSE_COLS);
  const loose = own.filter((box) => row[box] === 0 || col[box] === 0).length;
  const rows = rowsOf(own, row) + (cols === 0 ? 0 : Math.ceil(loose / cols));
  return { w: cols * STEP.x, h: rows * STEP.y, cols };
}

const rowsOf = (own: readonly number[], row: readonly number[]): number =>
  own.reduce((most, box) => Math.max(most, row[box]!), 0);

interface Packed {
  w: number;
  h: number;
  places: readonly { x: number; y: number }[];
}

/** Widths to try, relative to the ideal width without waste. */
const WIDTH_FACTORS = [1, 1.15, 1.3, 1.5, 1.75, 2];

/** Packs items in order into rows, at the width that shows the whole largest on a screen of that shape. */
function packBlocks(items: readonly { w: number; h: number }[], aspect: number): Packed {
  const area = items.reduce((sum, { w, h }) => sum + (w + GAP) * (h + GAP), 0);
  const widest = items.reduce((most, { w }) => Math.max(most, w), 0);
  const sizeOf = ({ w, h }: Packed): number => Math.max(w / aspect, h);
  return WIDTH_FACTORS.map((times) => packIntoRows(items, Math.max(Math.sqrt(area * aspect) * times, widest))).reduce(
    (best, other) => (sizeOf(other) < sizeOf(best) ? other : best),
  );
}

function packIntoRows(items: readonly { w: number; h: number }[], wide: number): Packed {
  const places: { x: number; y: number }[] = [];
  let [x, y, rowHeight, w] = [0, 0, 0, 0];
  for (const item of items) {
    if (x > 0 && x + item.w > wide) {
      y += rowHeight + GAP;
      [x, rowHeight] = [0, 0];
    }
    places.push({ x, y });
    x += item.w + GAP;
    rowHeight = Math.max(rowHeight, item.h);
    w = Math.max(w, x - GAP);
  }
  return { w, h: y + rowHeight, places };
}

/** The box at a point of the picture; -1 for none. */
export function boxAt({ containers, x, y }: PictureLayout, px: number, py: number): number {
  for (const { boxes, ...rect } of containers) {
    if (boxes.length === 0 || px < rect.x || py < rect.y || px > rect.x + rect.w || py > rect.y + rect.h) continue;
    const hit = boxes.find((box) => px >= x[box]! && px <= x[box]! + BOX.w && py >= y[box]! && py <= y[box]! + BOX.h);
    if (hit !== undefined) return hit;
  }
  return -1;
}

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The box that an arrow key moves to: the nearest in that direction, preferring straight ahead; null for other keys. */
export function boxBeside({ x, y }: PictureLayout, from: number, key: string): number | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let [best, least] = [from, Infinity];
  for (let box = 0; box < x.length; box++) {
    const [dx, dy] = [x[box]! - x[from]!, y[box]! - y[from]!];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (ahead <= 0.5 || ahead + aside * 3 >= least) continue;
    [best, least] = [box, ahead + aside * 3];
  }
  return best;
}
