// The boxes of a container as rows and columns. Pure.
import type { ContainerCell } from '@kuwei/contract/wms/container';

export interface RackGrid {
  rows: number;
  cols: number;
  /** By `cellKey` of row and column. */
  at: ReadonlyMap<string, ContainerCell>;
  /** Boxes without a grid position. */
  loose: readonly ContainerCell[];
}

export const cellKey = (row: number, col: number): string => `${row}:${col}`;

/** @param size rows and columns of the container; boxes outside enlarge it */
export function rackGrid(cells: readonly ContainerCell[], size: { rows: number; cols: number }): RackGrid {
  const at = new Map<string, ContainerCell>();
  const loose: ContainerCell[] = [];
  let { rows, cols } = size;
  for (const cell of cells) {
    if (cell.row === null || cell.col === null) {
      loose.push(cell);
      continue;
    }
    at.set(cellKey(cell.row, cell.col), cell);
    rows = Math.max(rows, cell.row);
    cols = Math.max(cols, cell.col);
  }
  return { rows, cols, at, loose };
}

export interface GridPlan {
  /** Codes of new boxes, row by row; only the first of many. */
  codes: string[];
  created: number;
  skipped: number;
  last: string | null;
}

const CODES_SHOWN = 6;

/**
 * Previews what the server does when it generates a grid: occupied cells and existing codes are skipped.
 * @param prefix `W1-C03`
 */
export function planGrid(grid: RackGrid, prefix: string, rows: number, cols: number): GridPlan {
  const taken = new Set([...grid.at.values(), ...grid.loose].map(({ code }) => code));
  const codes: string[] = [];
  let created = 0;
  let last: string | null = null;
  for (let row = 1; row <= rows; row++) {
    for (let col = 1; col <= cols; col++) {
      const code = `${prefix}-R${row}-B${col}`;
      if (grid.at.has(cellKey(row, col)) || taken.has(code)) continue;
      created++;
      last = code;
      if (codes.length < CODES_SHOWN) codes.push(code);
    }
  }
  return { codes, created, skipped: rows * cols - created, last };
}

/** The cell that an arrow key moves to. */
export function stepInGrid(grid: RackGrid, from: { row: number; col: number }, key: string): { row: number; col: number } | null {
  const { row, col } = from;
  const to = {
    ArrowUp: { row: row - 1, col },
    ArrowDown: { row: row + 1, col },
    ArrowLeft: { row, col: col - 1 },
    ArrowRight: { row, col: col + 1 },
    Home: { row, col: 1 },
    End: { row, col: grid.cols },
  }[key];
  if (!to) return null;
  return { row: Math.max(1, Math.min(grid.rows, to.row)), col: Math.max(1, Math.min(grid.cols, to.col)) };
}
