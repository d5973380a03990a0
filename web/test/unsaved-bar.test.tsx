import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { history } from '../src/browser/history.ts';
import { forgetPages, openPage, setDirty } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { UnsavedBar } from '../src/shell/UnsavedBar.tsx';
import { item, openPageOf } from './_pages.ts';

beforeAll(() => loadPhrases('zh', 'first'));
afterEach(cleanup);

test('a form with unsaved changes behind another page is one tap away, and returns unchanged', () => {
  forgetPages();
  const [list, form] = [openPageOf('/admin/a', item('a'), () => null), openPageOf('/admin/a/edit', item('a'), () => null)];
  render(<UnsavedBar />);
  act(() => openPage(form));
  act(() => setDirty(form.key, true));
  expect(screen.queryByRole('status'), 'it is in front').toBeNull();
  act(() => openPage(list));
  fireEvent.click(screen.getByRole('link'));
  expect(history.place.pathname + history.place.search).toBe('/admin/a/edit');
});
