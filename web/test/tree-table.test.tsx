import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PageContext } from '../src/page/page.ts';
import { TreeTable } from '../src/table/TreeTable.tsx';
import { openPageOf } from './_pages.ts';

interface Item {
  id: string;
  parentId: string | null;
  name: string;
}
const items: Item[] = [
  { id: 'a', parentId: null, name: 'Chemicals' },
  { id: 'b', parentId: 'a', name: 'Salts' },
  { id: 'c', parentId: 'b', name: 'Chlorides' },
  { id: 'd', parentId: null, name: 'Equipment' },
];
const page = openPageOf('/admin/wms/product/list', null);
const table = (wanted = '', onOpen = vi.fn()) => (
  <PageContext value={page}>
    <TreeTable
      label="Categories"
      items={items}
      nameTitle="Category"
      nameOf={({ name }) => name}
      columns={[{ key: 'below', title: 'Below', align: 'right', cell: (_, children) => children }]}
      wanted={wanted}
      textOf={({ name }) => name}
      onOpen={onOpen}
      empty={<p>nothing</p>}
    />
  </PageContext>
);
const shown = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => `${row.getAttribute('aria-level')} ${row.textContent}`);

test('a tree table shows the depth of each row, and expands and collapses accessibly', () => {
  render(table());
  expect(shown()).toEqual(['1 Chemicals1', '2 Salts1', '3 Chlorides0', '1 Equipment0']);
  const first = screen.getAllByRole('row')[1]!;
  expect(first.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(within(first).getAllByRole('button')[0]!);
  expect(shown()).toEqual(['1 Chemicals1', '1 Equipment0']);
  expect(first.getAttribute('aria-expanded')).toBe('false');
});

test('arrow keys move, expand and collapse, and Tab stops at one name only', () => {
  const onOpen = vi.fn();
  render(table('', onOpen));
  const name = (text: string): HTMLElement => screen.getByRole('button', { name: text });
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([name('Chemicals')]);
  name('Chemicals').focus();
  const press = (key: string): boolean => fireEvent.keyDown(document.activeElement!, { key });
  press('ArrowDown');
  expect(document.activeElement).toBe(name('Salts'));
  press('ArrowLeft');
  expect(shown()).toHaveLength(3);
  press('ArrowLeft');
  expect(document.activeElement).toBe(name('Chemicals'));
  press('End');
  expect(document.activeElement).toBe(name('Equipment'));
  fireEvent.click(document.activeElement!);
  expect(onOpen).toHaveBeenCalledWith(items[3]);
});

test('search results show with their ancestors, whatever is collapsed', () => {
  const { rerender } = render(table());
  fireEvent.click(within(screen.getAllByRole('row')[1]!).getAllByRole('button')[0]!);
  expect(shown()).toHaveLength(2);
  rerender(table('chlor'));
  expect(shown()).toEqual(['1 Chemicals1', '2 Salts1', '3 Chlorides0']);
  rerender(table('nowhere'));
  expect(screen.getByText('nothing')).toBeTruthy();
});
