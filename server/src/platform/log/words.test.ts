import { expect, test } from 'vitest';
import { say } from '../../phrase.ts';
import {
  actionPhraseKey,
  actorText,
  callText,
  changeText,
  fieldsOf,
  fieldsText,
  labelOf,
  valueText,
  subjectText,
} from './words.ts';

test('names calls by their action, and jobs by their own phrases', () => {
  const textFor = (action: string): string | null => {
    const phrase = actionPhraseKey(action);
    return phrase && say('zh', phrase);
  };
  expect(textFor('POST /wms/product')).toBe('新增');
  expect(textFor('PUT /wms/product/{id}')).toBe('修改');
  expect(textFor('DELETE /wms/org/{id}')).toBe('删除');
  expect(textFor('POST /wms/product/import/{import}/undo')).toBe('撤销导入');
  expect(textFor('PUT /wms/product/batch/{action}')).toBe('批量处理');
  expect(textFor('PUT /wms/transaction/{id}/approve')).toBe('批准');
  expect(textFor('POST /sys/menu/{id}/move')).toBe('移动');
  expect(textFor('nightly proof')).toBeNull();
});

test('shows the request and the result of a nightly import', () => {
  const row = (change: Record<string, unknown>) => ({ entity: 'job', change }) as Parameters<typeof changeText>[1];
  expect(changeText('zh', row({ action: 'look' }))).toBe('操作：只检查');
  expect(changeText('zh', row({ created: 1, updated: 0, refused: 2, file: ['people.csv'] }))).toBe(
    '新增：1；更新：0；有错误：2；文件：people.csv',
  );
});

test('shows a field under its label on the screens of its entity; an unknown one as is', () => {
  expect(labelOf('zh', 'wms_product', 'maker')).toBe(say('zh', 'wms.product.maker'));
  expect(labelOf('zh', 'wms_org_product', 'untilDay')).toBe('截止日');
  expect(labelOf('zh', 'wms_product', 'whatever')).toBeNull();
});

test('a created pair of values is not a change from one to the other', () => {
  const row = { entity: 'wms_permit', change: { state: ['PENDING', 'VALID'], productIds: ['a', 'b'] } };
  expect(fieldsText('zh', row, {})).toEqual([
    { field: 'state', name: '状态', before: '待核验', after: say('zh', 'wms.permit.state.VALID') },
    { field: 'productIds', name: '产品', after: 'a、b' },
  ]);
});

const CHEN = '01a20962-89c4-797d-aaec-d2d19dd340c9';
const names = { [CHEN]: '陈思课题组', ROLE_TEACHER: '教师（课题组）', ROLE_STAFF: '采购人员' };
const grants = [
  { code: 'ROLE_TEACHER', fromDay: null, untilDay: null },
  { code: 'ROLE_STAFF', fromDay: null, untilDay: '2027-01-31' },
];

test('formats nested values such as roles and memberships as text, not JSON', () => {
  expect(valueText('zh', { entity: 'sys_user' }, 'orgs', [{ orgId: CHEN, relation: 'STUDENT', fromDay: null }], names)).toBe(
    '陈思课题组（组织内身份：学生）',
  );
  expect(valueText('zh', { entity: 'sys_user' }, 'roles', grants, names)).toBe('教师（课题组）；采购人员（截止日：2027-01-31）');
  const row = { entity: 'sys_user', change: { name: '陈思', roles: [[], grants] } };
  expect(changeText('zh', row, { brief: true })).toBe('姓名：陈思；角色');
  expect(changeText('zh', { ...row, change: { ownerIds: [CHEN] } }, { brief: true })).toBe('');
  expect(changeText('zh', { ...row, change: { ownerIds: [CHEN] } }, { names, brief: true })).toBe('被授权方：陈思课题组');
});

test('[F-3N12] the short form of grants shows what was added and removed; empty parts are omitted', () => {
  const [teacher, staff] = grants;
  const textFor = (change: Record<string, unknown>, known = names): string =>
    changeText('zh', { entity: 'sys_user', change } as Parameters<typeof changeText>[1], { names: known, brief: true });
  expect(textFor({ roles: [[teacher], [staff]] })).toBe('角色：+采购人员，−教师（课题组）');
  expect(textFor({ roles: [[], grants] })).toBe('角色：+教师（课题组），+采购人员');
  expect(textFor({ orgs: [{ orgId: CHEN, relation: 'STUDENT', fromDay: null }] })).toBe('组织：+陈思课题组');
  // The same roles with another end date.
  expect(textFor({ roles: [[staff], [{ ...staff, untilDay: '2028-01-31' }]] })).toBe('角色');
  // The code of an unknown role is not shown.
  expect(textFor({ roles: [[], [{ code: 'ROLE_X', untilDay: null }]] })).toBe('角色');
  const entry = { code: 'SUBMITTED', label: '待审', labels: [], props: {} };
  expect(valueText('zh', { entity: 'sys_dic' }, 'fields.SUBMITTED', entry)).not.toMatch(/—|labels|props/);
});

test('[F-3U12] a refreshed session shows its user, and no redundant result', () => {
  const row = {
    userName: null,
    proxyUserName: null,
    action: 'POST /auth/token/refresh',
    entity: 'session',
    entityId: CHEN,
    recordName: '陈思远',
  };
  expect(actorText('zh', row as Parameters<typeof actorText>[1])).toBe('陈思远');
  expect(changeText('zh', { entity: 'session', change: { result: 'REFRESH' } })).toBe('');
});

test('formats orders, dictionary entries and error codes as text', () => {
  const textFor = (entity: string | null, change: Record<string, unknown>, known?: Record<string, string>): string =>
    changeText('zh', { entity, change } as Parameters<typeof changeText>[1], { names: known, brief: known === undefined });
  expect(textFor('sys_menu', { order: ['teacher.outbound', 'teacher.inbound'] })).toBe('次序');
  expect(textFor('sys_menu', { order: ['a', 'b'] }, { a: '领取申请', b: '存放申请' })).toBe('次序：领取申请、存放申请');
  expect(textFor('sys_dic', { 'fields.BADX': [null, { code: 'BADX' }] })).toBe('条目 BADX');
  expect(textFor(null, { code: 'CODE_TAKEN' })).toBe('返回：“…”已被使用（CODE_TAKEN）');
});

test('a step of a document shows its action and state change in the wording of its type', () => {
  // The server sends these names with the row.
  const steps = { create: '创建', approve: '批准', assign: '分配库位', finish: '完成办理', transfer: '转交' };
  const textFor = (recordName: string, change: Record<string, string | null>): string =>
    changeText('zh', { entity: 'wms_transaction', recordName, change }, { names: steps });
  expect(textFor('IN2026112400018', { to: 'DRAFT', from: null, action: 'create' })).toBe('操作：创建；状态：草稿');
  expect(textFor('IN2026112400018', { to: 'APPROVED', from: 'SUBMITTED', action: 'approve' })).toBe(
    '操作：批准；状态：待审核 → 待上架',
  );
  expect(textFor('OUT2026112400001', { to: 'EXECUTING', from: 'APPROVED', action: 'assign' })).toBe(
    '操作：分配库位；状态：待拣货 → 拣货中',
  );
  expect(textFor('MV2026112400001', { to: 'DONE', from: 'EXECUTING', action: 'finish' })).toBe(
    '操作：完成办理；状态：移库中 → 已移库',
  );
  expect(textFor('IN2026112400018', { to: 'SUBMITTED', from: 'SUBMITTED', action: 'transfer' })).toBe('操作：转交');
  expect(changeText('zh', { entity: 'acting', change: { reason: '协助核对', result: 'START' } })).toBe(
    '结果：开始；原因：协助核对',
  );
});

test('names a refused call by its entity and action', () => {
  expect(subjectText('zh', { entity: null, action: 'POST /wms/org/{id}/merge' })).toBe('组织');
  expect(callText('zh', 'PUT /wms/transaction/{id}/reverse')).toBe('单据：冲销');
  expect(callText('zh', 'GET /wms/transaction/batch/approve')).toBe('单据：查看批量批准的风险');
  expect(callText('zh', 'GET /wms/product')).toBe('产品：查看列表');
  expect(callText('zh', 'nightly proof')).toBe('nightly proof');
});

test('two entries of a created list are not old and new values', () => {
  expect(fieldsOf({ roles: grants, actions: ['SEE', 'EXPORT'] })).toEqual([
    { field: 'roles', after: grants },
    { field: 'actions', after: ['SEE', 'EXPORT'] },
  ]);
  expect(fieldsOf({ actions: [['SEE'], ['SEE', 'EXPORT']], name: ['a', 'b'] })).toEqual([
    { field: 'name', before: 'a', after: 'b' },
    { field: 'actions', before: ['SEE'], after: ['SEE', 'EXPORT'] },
  ]);
});
