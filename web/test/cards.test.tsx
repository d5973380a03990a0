// Rows as cards on a phone.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { arrangeColumns } from '../src/table/arrangement.ts';
import { Cards } from '../src/table/Cards.tsx';
import type { Column } from '../src/table/list-types.ts';
import { PageLink } from '../src/ui/PageLink.tsx';

const columns: Column<{ id: string }>[] = [
  { key: 'title', title: 'inbox.message', card: 'title', cell: ({ id }) => `message ${id}` },
  { key: 'document', title: 'inbox.document', card: 'fact', cell: () => <PageLink to="/admin/x?id=1">open</PageLink> },
];

test('a link inside a card opens its own page, the rest of the card opens the row', () => {
  const opened = vi.fn();
  render(
    <Cards
      label="Rows"
      columns={arrangeColumns(columns, {})}
      rows={[{ id: 'r1' }]}
      keyOf={({ id }) => id}
      nameOf={({ id }) => id}
      hrefOf={({ id }) => `/x?show=${id}`}
      onOpen={opened}
      selection={null}
      onToggle={() => {}}
      actionsOf={null}
      busy={false}
      empty={null}
    />,
  );
  fireEvent.click(screen.getByRole('link', { name: 'open' }));
  expect(location.pathname + location.search).toBe('/admin/x?id=1');
  expect(opened).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('message r1'));
  expect(opened).toHaveBeenCalledExactlyOnceWith('/x?show=r1', 'r1');
});
