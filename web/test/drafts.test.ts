import { afterEach, expect, test } from 'vitest';
import { keepOrg } from '../src/api/org.ts';
import { session } from '../src/browser/storage.ts';
import { draftKey, dropDrafts, hasDraft, keptDraft } from '../src/page/drafts.ts';
import { useUser } from '../src/session/user.ts';

const PAGE = '/teacher/wms/transaction/inbound/edit';
const group = (id: string) => ({ id, name: id, type: 'LAB' as const });

afterEach(() => {
  keepOrg(null);
  useUser.setState({ user: null, roles: [] });
});

test('[F-D12] what was typed for one group comes back for that group alone', () => {
  useUser.setState({ user: { id: 'u1', name: '陈思远', username: 'teacher' } as never });
  keepOrg(group('catalysis'));
  session.set(draftKey(PAGE, 'transaction '), { values: { purpose: '催化' }, base: null });
  keepOrg(group('polymer'));
  expect(hasDraft(PAGE)).toBe(false);
  expect(keptDraft(PAGE, 'transaction ')).toBeNull();
  dropDrafts(PAGE);
  keepOrg(group('catalysis'));
  expect(keptDraft(PAGE, 'transaction ')).toEqual({ values: { purpose: '催化' }, base: null });
});
