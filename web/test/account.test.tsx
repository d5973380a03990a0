// The list of users and the pane beside it.
import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { keepTokens } from '../src/api/tokens.ts';
import { openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { accountList } from '../src/user/mg/account-list.tsx';
import { Grants } from '../src/user/mg/Grants.tsx';
import { WaitingFact } from '../src/user/mg/WaitingFact.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  await loadPhrases('zh', 'people');
  server = await startServer();
  keepTokens(pair('a') as never);
});
afterAll(() => server.close());

test('[F-3N25] a row names two roles and how many more there are, and keeps roles and groups before what is seldom asked for', () => {
  const roles = ['教师', '入库初审', '库存保管'].map((name) => ({ name, when: 'NOW' as const }));
  const said = (count: number) => {
    const { container, unmount } = render(<Grants of={roles.slice(0, count)} most={2} />);
    const [text, title] = [container.textContent, container.querySelector('span')?.title];
    unmount();
    return [text, title];
  };
  expect(said(2)).toEqual(['教师 · 入库初审', '教师 · 入库初审']);
  expect(said(3)).toEqual(['教师 · 入库初审 +1', '教师 · 入库初审 · 库存保管']);
  const shown = accountList.columns.filter(({ hidden }) => hidden !== true).map(({ key }) => key);
  expect(shown.slice(0, 5)).toEqual(['name', 'username', 'state', 'roles', 'orgs']);
});

test('[F-3N25] the pane says how many steps ask a person by name, and leads to where they are handed over', async () => {
  const totals: Record<string, number> = { busy: 3, idle: 0 };
  const path = (id: string) => `/api${overviewRoutes.getWaiting.path.replace('{id}', id)}`;
  server.answer(({ path: asked }) => {
    const id = Object.keys(totals).find((each) => asked === path(each));
    return id === undefined ? { body: null } : { body: { total: totals[id] } };
  });
  const Pane = () => (
    <>
      <WaitingFact userId="busy" />
      <WaitingFact userId="idle" />
    </>
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf('/mg/user/mg', item('user.mg'), Pane)));
  const link = await screen.findByRole('link', { name: '3 项，查看并转交' });
  expect(link.getAttribute('href')).toBe('/def/sysbase/bpm/workflow?view=waiting&person=busy');
  await expect.poll(() => server.to(path('idle')).length).toBe(1);
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
