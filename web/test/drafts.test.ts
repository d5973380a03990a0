import { afterEach, expect, test } from 'vitest';
import { saveOrg } from '../src/api/org.ts';
import { session } from '../src/browser/storage.ts';
import { draftKey, dropDrafts, hasDraft, getDraft } from '../src/page/drafts.ts';
import { useUser } from '../src/session/user.ts';

const PAGE = '/teacher/wms/transaction/inbound/edit';
const group = (id: string) => ({ id, name: id, type: 'LAB' as const });

afterEach(() => {
  saveOrg(null);
  useUser.setState({ user: null, roles: [] });
});

test('[F-D12] a draft typed for one group is restored for that group only', () => {
  useUser.setState({ user: { id: 'u1', name: '陈思远', username: 'teacher' } as never });
  saveOrg(group('catalysis'));
  session.set(draftKey(PAGE, 'transaction '), { values: { purpose: '催化' }, base: null });
  saveOrg(group('polymer'));
  expect(hasDraft(PAGE)).toBe(false);
  expect(getDraft(PAGE, 'transaction ')).toBeNull();
  dropDrafts(PAGE);
  saveOrg(group('catalysis'));
  expect(getDraft(PAGE, 'transaction ')).toEqual({ values: { purpose: '催化' }, base: null });
});
