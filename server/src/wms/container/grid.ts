// Boxes outside the grid of their container.
import { AppError, type Fault } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';

export interface Grid {
  rows: number;
  cols: number;
}

interface Cell {
  containerId: string;
  row: number | null;
  col: number | null;
}

/** Faults of a row or column outside the container's grid; boxes already outside may stay. */
export function gridFaults(cell: Cell, before: Cell | null, { rows, cols }: Grid): Fault[] {
  const isMoved = (at: 'row' | 'col'): boolean =>
    before === null || before.containerId !== cell.containerId || before[at] !== cell[at];
  const isOutside = { row: (cell.row ?? 0) > rows, col: (cell.col ?? 0) > cols };
  return (['row', 'col'] as const)
    .filter((at) => isOutside[at] && isMoved(at))
    .map((path) => ({ path, key: 'rule.cellOutside', params: { rows, cols } }));
}

/** @returns by container id, the refusal if a box would fall outside the new grid */
export async function findGridRefusals(
  db: Kysely<DB>,
  wanted: readonly { id: string; before: Grid; after: Grid }[],
): Promise<Map<string, AppError>> {
  const smaller = wanted.filter(({ before, after }) => after.rows < before.rows || after.cols < before.cols);
  if (smaller.length === 0) return new Map();
  const { rows } = await sql<{ id: string; code: string; row: number | null; col: number | null }>`
    select container_id as id, code, row_no as row, col_no as col from wms_warehouse_box
     where container_id = ${anyOf(smaller.map(({ id }) => id))} and state <> 'RETIRED' order by code collate wms_natural`.execute(
    db,
  );
  const boxes = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    smaller.flatMap(({ id, before, after }) => {
      const faults = (['rows', 'cols'] as const).flatMap((path): Fault[] => {
        // Boxes already outside may stay.
        const left = (boxes.get(id) ?? []).find(({ row, col }) => {
          const at = (path === 'rows' ? row : col) ?? 0;
          return at > after[path] && at <= before[path];
        });
        return left ? [{ path, key: 'rule.boxOutside', params: { code: left.code } }] : [];
      });
      return faults.length > 0 ? [[id, new AppError('INVALID', { faults })] as const] : [];
    }),
  );
}
