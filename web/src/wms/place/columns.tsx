// Columns that the lists of places and what lies in them have alike.
import type { Column } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { When } from '../../ui/When.tsx';

export const lastChanged = {
  key: 'updatedAt',
  title: 'box.updated',
  width: 130,
  sort: 'updatedAt',
  descFirst: true,
  cell: ({ updatedAt }) => <When at={updatedAt} />,
} as const satisfies Column<{ updatedAt: string }, 'updatedAt'>;

/** What is used, of how much, where there is a limit. */
export const ofLimit = (used: string, max: string | null): string =>
  max === null ? grouped(used) : `${grouped(used)} / ${grouped(max)}`;
