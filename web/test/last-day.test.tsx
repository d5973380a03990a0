import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { forgetPages, openPage } from '../src/page/pages.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { FrameServices } from '../src/shell/FrameServices.tsx';
import { Pages } from '../src/shell/Pages.tsx';
import AccountEditPage from '../src/user/mg/AccountEditPage.tsx';
import OrgEditPage from '../src/wms/org/OrgEditPage.tsx';
import { NoticeKit } from '../src/ui/NoticeKit.tsx';
import { item, openPageOf } from './_pages.ts';
import { pair, startServer, flushWire, type Scripted } from './_server.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });

const ID = '0190a6a8-0000-7000-8000-000000000001';
const ORG = '0190a6a8-0000-7000-8000-000000000002';
const stamps = { rev: 1, createdAt: '2026-01-01T00:00:00Z', createdBy: null, updatedAt: '2026-01-01T00:00:00Z', updatedBy: null };
const always = { fromDay: null, untilDay: null };
const account = {
  id: ID,
  username: 'teacher',
  name: '陈思远',
  staffNo: null,
  identity: null,
  email: null,
  phone: null,
  untilDay: null,
  remark: null,
  roles: [{ code: 'ROLE_TEACHER', ...always }],
  orgs: [],
  state: 'ACTIVE',
  deletedAt: null,
  lastSignInAt: null,
  sessions: 0,
  locked: false,
  hasPassword: true,
  mustRenew: false,
  secondFactor: false,
  roleNames: [{ code: 'ROLE_TEACHER', name: '教师', when: 'NOW' }],
  orgNames: [],
  ...stamps,
};
const org = {
  id: ORG,
  code: 'LAB1',
  name: '催化课题组',
  nameEn: null,
  type: 'LAB',
  contact: null,
  phone: null,
  address: null,
  remark: null,
  state: 'ACTIVE',
  mergedInto: null,
  ownsGoods: false,
  members: [
    { userId: ID, relation: 'MEMBER', ...always },
    { userId: '0190a6a8-0000-7000-8000-000000000003', relation: 'LEADER', ...always },
  ],
  quotas: [],
  people: [
    { id: ID, name: '陈思远', username: 'teacher', staffNo: null, isActive: true, when: 'NOW' },
    { id: '0190a6a8-0000-7000-8000-000000000003', name: '李梅', username: 'lead', staffNo: null, isActive: true, when: 'NOW' },
  ],
  places: [],
  codeFixed: false,
  typeFixed: false,
  ...stamps,
};

const NOTHING_LEFT = {
  groups: [],
  warehouses: [],
  steps: 0,
  kept: [],
  emptied: [],
  hanging: { documents: 0, assigned: 0, drafts: 0, cases: 0, counts: 0, delegations: 0, rules: 0, tokens: 0 },
};

let server: Scripted;
beforeAll(async () => {
  globalThis.IntersectionObserver = class {
    observe(): void {}
    disconnect(): void {}
  } as never;
  for (const part of ['first', 'pages', 'people', 'goods'] as const) await loadPhrases('zh', part);
  server = await startServer();
  server.answer(({ path }) => {
    if (path.endsWith(`/account/${ID}`)) return { body: account };
    if (path.endsWith('/owned'))
      return {
        body: {
          stockRows: 0,
          boxes: 0,
          value: null,
          unpriced: 0,
          ownBoxes: 0,
          ownBoxCodes: [],
          openDocuments: 0,
          documents: [],
          warehouses: [],
        },
      };
    if (path.endsWith(`/${ORG}`)) return { body: org };
    if (path.endsWith('/batch/leaders')) return { body: NOTHING_LEFT };
    if (path.endsWith('/roles')) return { body: [] };
    return { body: [] };
  });
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  saveTokens(pair('a') as never);
  forgetPages();
  queryClient.clear();
  server.received.length = 0;
});

function draw(address: string, Page: () => React.ReactElement): void {
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <NoticeKit />
        <FrameServices />
        <Pages />
      </ConfigProvider>
    </QueryClientProvider>,
  );
  act(() => openPage(openPageOf(address, item('a'), Page)));
}
const press = (name: RegExp) =>
  act(async () => {
    fireEvent.click(await screen.findByRole('button', { name }));
    await flushWire();
  });
const writes = () => server.received.filter(({ method }) => method === 'PUT');
async function endFirst(rows: string): Promise<void> {
  const group = await screen.findByRole('group', { name: rows });
  const day = within(within(group).getAllByRole('group')[0]!).getByLabelText(/截止日|结束日|最后一天/);
  await act(async () => {
    fireEvent.change(day, { target: { value: '2020-01-31' } });
    fireEvent.blur(day);
  });
}

test('a role past its last day shows that it ends at once, and saving asks once', async () => {
  draw(`/admin/user/mg/edit?id=${ID}`, AccountEditPage);
  await endFirst('角色');
  expect((await screen.findByText(/这一天已过，不再有效/)).closest('[role=status]')!.textContent).toContain('已到期');
  await press(/^保\s?存$/);
  const asked = await screen.findByRole('dialog');
  expect(asked.textContent).toContain('教师');
  expect(writes()).toEqual([]);
  await act(async () => {
    fireEvent.click(within(asked).getByRole('button', { name: '结束并保存' }));
    await flushWire();
  });
  await expect.poll(() => writes().length).toBe(1);
});

test('so does a membership of an organisation', async () => {
  draw(`/admin/wms/org/edit?id=${ORG}`, OrgEditPage);
  await endFirst('成员');
  await screen.findByText(/这一天已过，不再有效/);
  await press(/^保\s?存$/);
  const asked = await screen.findByRole('dialog');
  expect(asked.textContent).toContain('陈思远');
  expect(asked.textContent).not.toContain('李梅');
});
