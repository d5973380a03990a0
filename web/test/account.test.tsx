// The user list, the details beside it, confirmations before deletion, and what roles grant.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { Pages } from '../src/shell/Pages.tsx';
import { usePageCall } from '../src/page/query.ts';
import { RoleAccessView } from '../src/power/role/RoleAccessView.tsx';
import { useUser } from '../src/session/user.ts';
import { accountList } from '../src/user/mg/account-list.tsx';
import { Grants } from '../src/user/mg/Grants.tsx';
import { describeDependents } from '../src/user/mg/dependents.tsx';
import { WaitingFact } from '../src/user/mg/WaitingFact.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  await loadPhrases('zh', 'people');
  server = await startServer();
  saveTokens(pair('a') as never);
});
afterAll(() => server.close());

/** Renders a page with its own providers. */
function draw(address: string, Page: ComponentType, pageRole: string | null = null): void {
  render(
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>,
  );
  act(() => openPage({ ...openPageOf(address, item(address), Page), pageRole }));
}

test('[F-3N25] a row names two roles and the number of others, and keeps roles and groups ahead of rarely needed columns', () => {
  const roles = ['教师', '入库初审', '库存保管'].map((name) => ({ name, when: 'NOW' as const }));
  const namedRoles = (count: number) => {
    const { container, unmount } = render(<Grants of={roles.slice(0, count)} most={2} />);
    const [text, title] = [container.textContent, container.querySelector('span')?.title];
    unmount();
    return [text, title];
  };
  expect(namedRoles(2)).toEqual(['教师 · 入库初审', '教师 · 入库初审']);
  expect(namedRoles(3)).toEqual(['教师 · 入库初审 +1', '教师 · 入库初审 · 库存保管']);
  const shown = accountList.columns.filter(({ hidden }) => hidden !== true).map(({ key }) => key);
  expect(shown.slice(0, 5)).toEqual(['name', 'username', 'state', 'roles', 'orgs']);
});

test('[F-3N25] the details show the number of approval steps assigned to a person by name, and link to reassigning them', async () => {
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
  useUser.setState({ roles: [{ code: 'ROLE_ADMIN', powers: [] }] as never });
  draw('/mg/user/mg', Pane, 'ROLE_ADMIN');
  const link = await screen.findByRole('link', { name: '3 项，查看并转交' });
  expect(link.getAttribute('href')).toBe('/def/sysbase/bpm/workflow?view=waiting&person=busy');
  await expect.poll(() => server.to(path('idle')).length).toBe(1);
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('[F-3N5] before deleting a user, the dialog lists what they keep, groups left empty, and records in their name', async () => {
  const named = (name: string) => ({ id: name, name });
  const left = {
    groups: [{ ...named('催化课题组'), leaders: ['陈思远'] }],
    warehouses: [named('一号仓库')],
    steps: 2,
    kept: [named('二号仓库')],
    emptied: [named('催化课题组'), named('空课题组')],
    hanging: { documents: 3, assigned: 2, drafts: 0, cases: 1, counts: 0, delegations: 0, rules: 4, tokens: 1 },
  };
  server.answer(() => ({ body: left }));
  let look: () => Promise<ReactNode>;
  function Page() {
    const call = usePageCall();
    const [warning, setWarning] = useState<ReactNode>(null);
    look = () => describeDependents(call, { ids: ['x'] });
    useEffect(() => void look().then(setWarning), []);
    return <article>{warning}</article>;
  }
  useUser.setState({ roles: [{ code: 'ROLE_ADMIN', powers: [] }] as never });
  draw('/mg/user/leaver', Page, 'ROLE_ADMIN');
  await screen.findByText(/名下还有/);
  const lines = [...screen.getByRole('article').querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '催化课题组将没有负责人。',
    '空课题组将没有成员。',
    '一号仓库将没有保管员。',
    '二号仓库的保管员名单中仍有该用户，请及时调整。',
    '2 个待审批的步骤将无人可审。查看并转交',
    '名下还有：未办结的单据 3 张、其分配库位后待办理的单据 2 张、处理中的售后 1 件、其授予且仍有效的数据规则 4 条、将失效的 API 令牌 1 个。',
  ]);
  expect(screen.getByRole('link', { name: '查看并转交' }).getAttribute('href')).toContain(
    '/def/sysbase/bpm/workflow?view=waiting',
  );

  expect(server.to(`/api${accountRoutes.lookAtLeaders.path}`)).toHaveLength(1);
});

test('[F-3A2] a role lists its data rules; for rules the reader may not read, only their type', async () => {
  const rule = { exports: false, fromDay: null, untilDay: null };
  const rules = [
    { ...rule, id: '1', kind: '组织', what: '全部', exports: true, untilDay: '2030-01-31' },
    { ...rule, id: '2', kind: '仓库', what: null },
  ];
  server.answer(({ path }) =>
    path === `/api${roleRoutes.lookAtRole.path.replace('{id}', 'r')}`
      ? { body: { menu: [], steps: [], calls: [], rules } }
      : { body: null },
  );
  draw('/def/power/role', () => <RoleAccessView role={{ id: 'r', code: 'ROLE_SAFETY' }} />);
  expect(await screen.findByText('组织：全部（查看、导出），至 2030-01-31')).toBeTruthy();
  expect(screen.getByText('仓库：对象不可见（查看）')).toBeTruthy();
  expect(screen.getByText(/有些数据规则的对象您无权查看/)).toBeTruthy();
  expect(screen.queryByText('此角色自身不开放任何页面和操作。')).toBeNull();
});
