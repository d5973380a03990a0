// Left-to-right layout of a definition: branches below one another, groups around their content. A graph without an outline is
// drawn by distance from the start.
import type { Graph, GraphFlow, GraphKind, GraphNode } from './graph.ts';
import { outlineOf, OutlineFault, type Item, type Line } from './outline.ts';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Point {
  x: number;
  y: number;
}
export interface Layout {
  shapes: Map<string, Bounds>;
  /** Waypoints of flows, by id. */
  edges: Map<string, Point[]>;
}

const TASK = { width: 100, height: 80 };
const EVENT = { width: 36, height: 36 };
const GATEWAY = { width: 50, height: 50 };
const SIZES: Readonly<Record<GraphKind, { width: number; height: number }>> = {
  start: EVENT,
  end: EVENT,
  step: TASK,
  tell: TASK,
  other: TASK,
  group: TASK,
  exclusive: GATEWAY,
  inclusive: GATEWAY,
  parallel: GATEWAY,
};
const GAP = 60;
/** After a gateway: room for branch labels. */
const WAY_GAP = 110;
const ROW_GAP = 40;
const PADDING = 40;
const ORIGIN = { x: 160, y: 120 };

/** Extent of positioned content: right edge, height above and below the middle of its first row. */
interface Extent {
  right: number;
  above: number;
  below: number;
}

export function layoutOf(graph: Graph): Layout {
  try {
    return byOutline(graph);
  } catch (error) {
    if (!(error instanceof OutlineFault)) throw error;
    return byDistance(graph);
  }
}

function byOutline(graph: Graph): Layout {
  const { start, line } = outlineOf(graph);
  const shapes = new Map<string, Bounds>();
  /** Y of the row in which each flow leaves its gateway. */
  const rows = new Map<string, number>();

  /** Puts a node with its left edge at x, vertically centred at y. */
  const put = ({ id, kind }: GraphNode, x: number, y: number): Extent => {
    const { width, height } = SIZES[kind];
    shapes.set(id, { x, y: y - height / 2, width, height });
    return { right: x + width, above: height / 2, below: height / 2 };
  };
  const placeLine = ({ items, end }: Line, x: number, y: number): Extent => {
    const whole = { right: x, above: TASK.height / 2, below: TASK.height / 2 };
    const grow = ({ right, above, below }: Extent): void => {
      whole.right = right;
      whole.above = Math.max(whole.above, above);
      whole.below = Math.max(whole.below, below);
    };
    for (const [at, item] of items.entries()) {
      if (at > 0) whole.right += GAP;
      grow(placeItem(item, whole.right, y));
    }
    if (end) grow(put(end, whole.right + (items.length > 0 ? GAP : 0), y));
    return whole;
  };
  const placeItem = (item: Item, x: number, y: number): Extent => {
    if (item.kind === 'one') return put(item.node, x, y);
    if (item.kind === 'group') {
      const first = put(item.start, x + PADDING, y);
      const inside = placeLine(item.line, first.right + GAP, y);
      const [above, below] = [inside.above + PADDING, inside.below + PADDING];
      const right = inside.right + PADDING;
      shapes.set(item.node.id, { x, y: y - above, width: right - x, height: above + below });
      return { right, above, below };
    }
    const split = put(item.node, x, y);
    let right = split.right + WAY_GAP;
    let above = split.above;
    let below = 0;
    for (const [at, { way, line: branch }] of item.branches.entries()) {
      const before = { shapes: shapes.size, rows: rows.size };
      const placed = placeLine(branch, split.right + WAY_GAP, y);
      rows.set(way.id, y);
      // Its height above y is known only after layout: then it is moved below the previous branch.
      const down = at === 0 ? 0 : below + ROW_GAP + placed.above;
      if (down > 0) moveDown(down, before);
      right = Math.max(right, placed.right);
      if (at === 0) above = Math.max(above, placed.above);
      below = down + placed.below;
    }
    if (item.join) {
      put(item.join, right + GAP, y);
      right += GAP + GATEWAY.width;
    }
    return { right, above, below };
  };
  /** Moves shapes and rows added since `before`. */
  const moveDown = (by: number, before: { shapes: number; rows: number }): void => {
    for (const bounds of [...shapes.values()].slice(before.shapes)) bounds.y += by;
    for (const [id, row] of [...rows].slice(before.rows)) rows.set(id, row + by);
  };

  const first = put(start, ORIGIN.x, 0);
  const whole = placeLine(line, first.right + GAP, 0);
  for (const bounds of shapes.values()) bounds.y += ORIGIN.y + whole.above - TASK.height / 2;
  for (const [id, row] of rows) rows.set(id, row + ORIGIN.y + whole.above - TASK.height / 2);
  return { shapes, edges: edgesOf(graph, shapes, rows) };
}

const middle = ({ y, height }: Bounds): number => y + height / 2;
const centre = ({ x, width }: Bounds): number => x + width / 2;

/** @param rows of flows that leave a gateway in a row of their own */
function edgesOf({ flows }: Graph, shapes: ReadonlyMap<string, Bounds>, rows: ReadonlyMap<string, number>): Map<string, Point[]> {
  const edges = new Map<string, Point[]>();
  for (const flow of flows) {
    const [from, to] = [shapes.get(flow.from), shapes.get(flow.to)];
    if (from && to) edges.set(flow.id, corners(from, to, rows.get(flow.id) ?? middle(from)));
  }
  return edges;
}

/** Along the row: leaves at the side or vertically down to it; enters at the side of a shape in the row, else vertically. */
function corners(from: Bounds, to: Bounds, row: number): Point[] {
  const leaves: Point[] =
    row === middle(from)
      ? [{ x: from.x + from.width, y: row }]
      : [
          { x: centre(from), y: row > middle(from) ? from.y + from.height : from.y },
          { x: centre(from), y: row },
        ];
  const arrives: Point[] =
    row === middle(to)
      ? [{ x: to.x, y: row }]
      : [
          { x: centre(to), y: row },
          { x: centre(to), y: row > middle(to) ? to.y + to.height : to.y },
        ];
  return [...leaves, ...arrives];
}

/** Columns by longest distance from the start. */
function byDistance(graph: Graph): Layout {
  const shapes = new Map<string, Bounds>();
  const groups = graph.nodes.filter(({ kind }) => kind === 'group').toReversed();
  const inside = (parent: string | null): GraphNode[] => graph.nodes.filter((node) => node.parent === parent);
  const sizes = new Map(graph.nodes.map(({ id, kind }) => [id, SIZES[kind]]));
  /** Lays out the content of a group from its corner. @returns its size */
  const place = (parent: string | null, corner: Point): { width: number; height: number } => {
    const columns = columnsOf(inside(parent), graph.flows);
    let x = corner.x;
    let height = 0;
    for (const column of columns) {
      const width = Math.max(...column.map(({ id }) => sizes.get(id)!.width));
      let y = corner.y;
      for (const { id } of column) {
        const size = sizes.get(id)!;
        // Small shapes are centred in their row, so that flows along it are straight.
        const row = Math.max(size.height, TASK.height);
        shapes.set(id, { x: x + (width - size.width) / 2, y: y + (row - size.height) / 2, ...size });
        y += row + ROW_GAP;
      }
      height = Math.max(height, y - corner.y - ROW_GAP);
      x += width + GAP;
    }
    return { width: Math.max(TASK.width, x - corner.x - GAP), height: Math.max(TASK.height, height) };
  };
  for (const { id } of groups) {
    const size = place(id, { x: 0, y: 0 });
    sizes.set(id, { width: size.width + 2 * PADDING, height: size.height + 2 * PADDING });
  }
  place(null, ORIGIN);
  for (const { id } of groups.toReversed()) {
    const { x, y } = shapes.get(id)!;
    place(id, { x: x + PADDING, y: y + PADDING });
  }
  const edges = new Map<string, Point[]>();
  for (const flow of graph.flows) {
    const [from, to] = [shapes.get(flow.from), shapes.get(flow.to)];
    if (from && to) edges.set(flow.id, elbow(from, to));
  }
  return { shapes, edges };
}

function columnsOf(nodes: readonly GraphNode[], flows: readonly GraphFlow[]): GraphNode[][] {
  const own = new Set(nodes.map(({ id }) => id));
  const leads = flows.filter(({ from, to }) => own.has(from) && own.has(to));
  const waits = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of leads) waits.set(to, waits.get(to)! + 1);
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = [...waits].filter(([, count]) => count === 0).map(([id]) => id);
  const placed = new Set(ready);
  for (let at = 0; at < nodes.length; at++) {
    // Only cycles are left: one is entered where flows arrive already, and its flows leading back are not waited for.
    if (ready[at] === undefined) {
      const left = nodes.filter(({ id }) => !placed.has(id)).map(({ id }) => id);
      const entered = left.find((id) => leads.some(({ from, to }) => to === id && placed.has(from))) ?? left[0]!;
      ready.push(entered);
      placed.add(entered);
    }
    for (const { to } of leads.filter(({ from }) => from === ready[at])) {
      if (placed.has(to)) continue;
      columns.set(to, Math.max(columns.get(to)!, columns.get(ready[at]!)! + 1));
      waits.set(to, waits.get(to)! - 1);
      if (waits.get(to) !== 0) continue;
      ready.push(to);
      placed.add(to);
    }
  }
  const made: GraphNode[][] = [];
  for (const node of nodes) (made[columns.get(node.id)!] ??= []).push(node);
  return made.filter((column) => column.length > 0);
}

function elbow(from: Bounds, to: Bounds): Point[] {
  const [leave, arrive] = [
    { x: from.x + from.width, y: middle(from) },
    { x: to.x, y: middle(to) },
  ];
  if (leave.y === arrive.y && leave.x < arrive.x) return [leave, arrive];
  if (arrive.x < leave.x) {
    // Back, or within a column: below both shapes, not through them.
    const below = Math.max(from.y + from.height, to.y + to.height) + ROW_GAP / 2;
    return [
      { x: centre(from), y: from.y + from.height },
      { x: centre(from), y: below },
      { x: centre(to), y: below },
      { x: centre(to), y: to.y + to.height },
    ];
  }
  const between = arrive.x - GAP / 2;
  return [leave, { x: between, y: leave.y }, { x: between, y: arrive.y }, arrive];
}
