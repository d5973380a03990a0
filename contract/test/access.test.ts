import { describe, expect, test } from 'vitest';
import { isAllowed, defaultPageRole, effectiveRoles, permittedPageRole, RESERVED_ROLES, WMS_ROLES } from '../src/kit/access.ts';

const role = (code: string, ...powers: string[]) => ({ code, powers: powers.map((power) => ({ code: power })) });
const held = [role('ROLE_TEACHER'), role('ROLE_EDITOR', 'POWER_ROLE_MANAGE')];

describe('access check', () => {
  test('[S6.01, S5.26] an empty list allows everyone, even without roles', () => {
    expect(isAllowed([], [])).toBe(true);
    expect(isAllowed([], held)).toBe(true);
  });

  test('[S6.02] a role in the list allows', () => {
    expect(isAllowed(['ROLE_TEACHER'], held)).toBe(true);
  });

  test('[S6.03] a power under any role allows', () => {
    expect(isAllowed(['POWER_ROLE_MANAGE'], held)).toBe(true);
  });

  test('[S6.04] one match suffices, none refuses', () => {
    expect(isAllowed(['ROLE_ADMIN', 'POWER_ROLE_MANAGE'], held)).toBe(true);
    expect(isAllowed(['ROLE_ADMIN', 'POWER_RULE_MANAGE'], held)).toBe(false);
    expect(isAllowed(['role_teacher'], held)).toBe(false);
    expect(isAllowed(['ROLE_TEACHER'], [])).toBe(false);
  });
});

describe('page role', () => {
  test('[S4.18] a stored role the user lacks is reset to none', () => {
    expect(permittedPageRole('ROLE_ADMIN', held)).toBeNull();
  });

  test('[S4.23] a stored role the user holds is kept', () => {
    expect(permittedPageRole('ROLE_TEACHER', held)).toBe('ROLE_TEACHER');
  });

  test('[S4.19] the default is the first non-reserved role in server order', () => {
    expect(defaultPageRole([role('ROLE_ADMIN'), role('ROLE_STAFF'), role('ROLE_TEACHER')])).toBe('ROLE_STAFF');
  });

  test('[S6.28] reserved roles come last: a teacher who is also an administrator starts as a teacher', () => {
    expect(defaultPageRole([role('ROLE_ADMIN'), role('ROLE_TEACHER')])).toBe('ROLE_TEACHER');
  });

  test('[S4.20] among reserved roles their own order decides, not the order held', () => {
    expect(RESERVED_ROLES).toEqual(['ROLE_SYSTEM', 'ROLE_ADMIN', 'ROLE_LOGIN', 'ROLE_OPEN']);
    expect(defaultPageRole([role('ROLE_OPEN'), role('ROLE_LOGIN'), role('ROLE_ADMIN')])).toBe('ROLE_ADMIN');
    expect(defaultPageRole([role('ROLE_OPEN'), role('ROLE_SYSTEM')])).toBe('ROLE_SYSTEM');
  });

  test('[S4.21] without roles there is no page role', () => {
    expect(defaultPageRole([])).toBeNull();
  });

  test('[F-A7] a page role narrows: other page roles are dropped, function roles count for the warehouse only; without one neither counts', () => {
    const roles = [role('ROLE_TEACHER'), role('ROLE_WAREHOUSE_ADMIN'), role(WMS_ROLES.box), role('ROLE_EDITOR')];
    const codes = (active: string | null) => effectiveRoles(roles, active).map(({ code }) => code);
    expect(codes('ROLE_TEACHER')).toEqual(['ROLE_TEACHER', 'ROLE_EDITOR']);
    expect(codes('ROLE_WAREHOUSE_ADMIN')).toEqual(['ROLE_WAREHOUSE_ADMIN', WMS_ROLES.box, 'ROLE_EDITOR']);
    expect(codes(null)).toEqual(['ROLE_EDITOR']);
  });
});
