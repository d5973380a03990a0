import { withMoved, withStepped, withWidth, type Arrangement } from './arrangement.ts';
import type { Column } from './list-types.ts';

/** Changes to the arrangement made in table headings. */
export const columnActions = <Row>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  arrange: (next: Arrangement) => void,
) => ({
  onWidthEnd: (key: string, width: number): void => arrange(withWidth(arrangement, key, width)),
  onMove: (key: string, before: string | null): void => arrange(withMoved(columns, arrangement, key, before)),
  onStep: (key: string, step: -1 | 1): void => arrange(withStepped(columns, arrangement, key, step, ({ shown }) => shown)),
});
