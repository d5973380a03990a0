import { expect, test } from 'vitest';
import { ROLE_PREFIXES } from '../src/kit/constants.ts';
import { isScreen, isDeadLink, screenMatcher } from '../src/kit/screens.ts';

const match = screenMatcher([
  'wms/transaction/:type=inbound|outbound|move',
  'wms/transaction/select-product',
  'wms/product-box/:type=list|edit',
  'wms/product-box/edit',
  'power/rule/:owner/:subject',
  'power/rule/:subject/edit',
  'power/rule/:subject',
  'cms/subject/:subject_id/category',
]);
const screen = (path: string) => match(path)?.screen;

test('[S2.03] fixed segments win over parameters, in any order of the list', () => {
  expect(screen('/admin/wms/transaction/select-product')).toBe('wms/transaction/select-product');
  expect(screen('/admin/wms/product-box/edit')).toBe('wms/product-box/edit');
  expect(screen('/def/power/rule/WMS_ORG/edit')).toBe('power/rule/:subject/edit');
  expect(screen('/def/power/rule/USER/WMS_ORG')).toBe('power/rule/:owner/:subject');
});

test('a parameter matches one segment, and only a listed value if values are listed', () => {
  expect(match('/teacher/wms/transaction/inbound')).toEqual({
    screen: 'wms/transaction/:type=inbound|outbound|move',
    role: 'teacher',
    params: { type: 'inbound' },
  });
  expect(screen('/teacher/wms/transaction/sideways')).toBeUndefined();
  expect(screen('/teacher/wms/transaction/inbound/x')).toBeUndefined();
  expect(match('/def/cms/subject/a%2Fb/category?x=1')?.params).toEqual({ subject_id: 'a/b' });
  expect(screen('/def/cms/subject/%E0%A4%A/category')).toBeUndefined();
});

test('only accepted prefixes lead to a screen', () => {
  for (const prefix of ROLE_PREFIXES) expect(screen(`/${prefix}/power/rule/WMS_ORG`)).toBe('power/rule/:subject');
  expect(screen('/other/power/rule/WMS_ORG')).toBeUndefined();
  expect(screen('/power/rule/WMS_ORG')).toBeUndefined();
});

test('the roots are screens, an unknown first segment is not', () => {
  expect(['/', '/def', '/teacher/', '/def/common/login?x=1'].map(isScreen)).toEqual([true, true, true, true]);
  expect(['/other', '/def/nowhere', '/common/login'].map(isScreen)).toEqual([false, false, false]);
});

test('a menu entry without a console page is detected', () => {
  expect(['/def/nowhere', '/def/sysbase/log?part=API', 'https://help.example.edu', null].map(isDeadLink)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
