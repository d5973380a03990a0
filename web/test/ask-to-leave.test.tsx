// The dialog before unsaved changes are lost.
import { fireEvent, render, screen, within } from '@testing-library/react';
import { App } from 'antd';
import { beforeAll, expect, test } from 'vitest';
import { askToLeave } from '../src/form/ask-to-leave.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { setKit } from '../src/ui/feedback.ts';

function Lend() {
  setKit(App.useApp());
  return null;
}
beforeAll(() => loadPhrases('zh', 'first'));

test('[F-3U18] the dialog names the page; its third choice saves a draft, and leaves only once that is saved', async () => {
  render(
    <App>
      <Lend />
    </App>,
  );
  const asked = async (title: string) => within((await screen.findAllByText(title))[0]!.closest<HTMLElement>('[role=dialog]')!);
  for (const isSaved of [false, true]) {
    const answer = askToLeave({ names: [`申请 ${isSaved}`], save: () => Promise.resolve(isSaved) });
    const question = await asked(`放弃“申请 ${isSaved}”中未保存的修改？`);
    fireEvent.click(question.getByText('存为草稿'));
    expect(await answer).toBe(isSaved);
  }
  const several = askToLeave({ names: ['新建存放申请', 'IN7'], save: null });
  const question = await asked('放弃 2 个页面中未保存的修改？');
  expect(question.getByText(/新建存放申请、IN7/)).toBeTruthy();
  expect(question.queryByText('存为草稿')).toBeNull();
  fireEvent.click(question.getByText('放弃修改'));
  expect(await several).toBe(true);
});
