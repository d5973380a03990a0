// Text in a dialog of a page: every way of closing it asks, and it is restored if there was no chance to ask.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { history } from '../src/browser/history.ts';
import { useTypedTexts } from '../src/form/use-typed-texts.ts';
import { hasDraft } from '../src/page/drafts.ts';
import { useDirty } from '../src/page/page.ts';
import { forgetPages, isDirty, openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { setKit } from '../src/ui/feedback.ts';
import { item, openPageOf } from './_pages.ts';

const PAGE = '/admin/a';
beforeAll(() => Promise.all((['first', 'pages'] as const).map((part) => loadPhrases('zh', part))));
beforeEach(() => {
  sessionStorage.clear();
  forgetPages();
  history.replace('/admin/start');
});

function Dialog({ of, onClose }: { of: string | null; onClose: () => void }) {
  const { kept, onInput, leave, done } = useTypedTexts(of, onClose);
  if (of === null) return null;
  return (
    <div role="dialog" onInput={onInput}>
      <textarea id="reason" defaultValue={kept['reason']} />
      <input id="code" type="text" inputMode="numeric" />
      <input id="secret" type="password" />
      <button onClick={leave}>关闭</button>
      <button
        onClick={() => {
          done();
          onClose();
        }}
      >
        发送
      </button>
    </div>
  );
}

function Page({ dirty }: { dirty: boolean }) {
  const [of, setOf] = useState<string | null>(null);
  useDirty(dirty);
  return (
    <>
      <button onClick={() => setOf('one')}>一</button>
      <button onClick={() => setOf('two')}>二</button>
      <Dialog of={of} onClose={() => setOf(null)} />
    </>
  );
}
function Frame() {
  setKit(App.useApp());
  return <Pages />;
}
const show = (dirty = false) => {
  const drawn = render(
    <App>
      <Frame />
    </App>,
  );
  act(() => openPage(openPageOf(PAGE, item('a'), () => <Page dirty={dirty} />)));
  return drawn;
};
const press = (name: string): void => void fireEvent.click(screen.getByText(name));
const reason = (): HTMLTextAreaElement => document.querySelector('textarea')!;
const type = (text: string): void => void fireEvent.input(reason(), { target: { value: text } });
/** Answers the latest dialog: earlier ones are still closing. */
const answer = async (name: string): Promise<void> => {
  const buttons = await screen.findAllByRole('button', { name });
  await act(async () => void fireEvent.click(buttons.at(-1)!));
};

test('closing a dialog with text asks first, and discards the text', async () => {
  show();
  press('一');
  press('关闭');
  await waitFor(() => expect(reason()).toBeNull());
  press('一');
  for (const id of ['code', 'secret']) fireEvent.input(document.getElementById(id)!, { target: { value: '123456' } });
  expect(isDirty(PAGE)).toBe(false);
  type('写到一半');
  expect(isDirty(PAGE)).toBe(true);
  press('关闭');
  await answer('继续编辑');
  expect(reason().value).toBe('写到一半');
  press('关闭');
  await answer('放弃修改');
  await waitFor(() => expect(reason()).toBeNull());
  expect([isDirty(PAGE), hasDraft(PAGE)]).toEqual([false, false]);
  press('一');
  expect(reason().value).toBe('');
});

test('after an unmount the text is restored, in its own dialog only, until it is sent', () => {
  const { unmount } = show();
  press('一');
  type('写到一半');
  unmount();
  expect(hasDraft(PAGE)).toBe(true);
  forgetPages();
  show();
  press('二');
  expect(reason().value).toBe('');
  press('一');
  expect(reason().value).toBe('写到一半');
  press('发送');
  expect([isDirty(PAGE), hasDraft(PAGE)]).toEqual([false, false]);
});

test('a form below the dialog stays unsaved, whatever happens to the dialog', async () => {
  show(true);
  press('一');
  expect(isDirty(PAGE)).toBe(true);
  type('写到一半');
  press('关闭');
  await answer('放弃修改');
  await waitFor(() => expect(reason()).toBeNull());
  expect(isDirty(PAGE)).toBe(true);
});
