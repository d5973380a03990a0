// A column at the end of many lists.
import { When } from '../ui/When.tsx';
import type { Column } from './list-types.ts';

export const lastChanged = {
  key: 'updatedAt',
  title: 'list.updated',
  sort: 'updatedAt',
  descFirst: true,
  cell: ({ updatedAt }) => <When at={updatedAt} />,
} as const satisfies Column<{ updatedAt: string }, 'updatedAt'>;
