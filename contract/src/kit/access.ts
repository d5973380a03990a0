// Role and power codes, and the access check. Pure: shared by the browser's buttons and the server.

/** Page roles: the role a user works under on a page. */
export const PAGE_ROLES = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN', 'ROLE_ADMIN'] as const;
export type PageRole = (typeof PAGE_ROLES)[number];

/** In this order they are the fallback for the default page role. */
export const RESERVED_ROLES = ['ROLE_SYSTEM', 'ROLE_ADMIN', 'ROLE_LOGIN', 'ROLE_OPEN'] as const;

/** Function roles of the warehouse, effective under ROLE_WAREHOUSE_ADMIN only. */
export const WMS_ROLES = {
  inbound1: 'ROLE_WMS_ADMIN_INBOUND_01',
  inbound2: 'ROLE_WMS_ADMIN_INBOUND_02',
  outbound1: 'ROLE_WMS_ADMIN_OUTBOUND_01',
  outbound2: 'ROLE_WMS_ADMIN_OUTBOUND_02',
  inventory1: 'ROLE_WMS_ADMIN_INVENTORY_01',
  inventory2: 'ROLE_WMS_ADMIN_INVENTORY_02',
  box: 'ROLE_WMS_ADMIN_PBOX',
  shelf: 'ROLE_WMS_ADMIN_PD_UP',
  warning: 'ROLE_WMS_ADMIN_EWS',
  statistic: 'ROLE_WMS_ADMIN_STATISTIC',
  product: 'ROLE_WMS_ADMIN_PD',
  warehouse: 'ROLE_WMS_ADMIN_WAREHOUSE',
  afterSales: 'ROLE_WMS_ADMIN_AFS',
  opening: 'ROLE_WMS_ADMIN_OPENING',
  control: 'ROLE_WMS_ADMIN_CONTROL',
} as const;

export const POWERS = {
  role: 'POWER_ROLE_MANAGE',
  power: 'POWER_POWER_MANAGE',
  rule: 'POWER_RULE_MANAGE',
  /** Edits workflow drafts; publishing needs the other one. */
  flow: 'POWER_WORKFLOW_MANAGE',
  flowPublish: 'POWER_WORKFLOW_PUBLISH',
  report: 'POWER_REPORT_MANAGE',
} as const;

/** What a power lets its holder do to the records of a subject. CREDENTIALS: passwords, second factors, sessions. */
export const POWER_ACTIONS = ['VIEW', 'EDIT', 'DELETE', 'EXPORT', 'IMPORT', 'CREDENTIALS'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];

/**
 * Subjects whose routes are open to powers as well as to roles, with the actions that their routes have (decision 216). Routes
 * that give or restore rights are left to roles.
 */
export const POWER_SUBJECTS = {
  SYS_ACCOUNT: ['VIEW', 'EDIT', 'DELETE', 'EXPORT', 'IMPORT', 'CREDENTIALS'],
  SYS_ORG: ['VIEW', 'EXPORT'],
  SYS_DIC: ['VIEW', 'EDIT', 'DELETE', 'EXPORT', 'IMPORT'],
  SYS_CONFIG: ['VIEW', 'EXPORT'],
  SYS_LOG: ['VIEW', 'EXPORT'],
  SYS_MESSAGE: ['VIEW', 'EDIT', 'DELETE'],
  SYS_NIGHTLY: ['VIEW'],
  WMS_PRODUCT: ['VIEW', 'EDIT', 'DELETE', 'EXPORT', 'IMPORT'],
} as const satisfies Record<string, readonly PowerAction[]>;
export type PowerSubject = keyof typeof POWER_SUBJECTS;

/** The code of a subject's power: `POWER_SYS_LOG_VIEW`. */
export const powerOn = (subject: PowerSubject, action: PowerAction): string => `POWER_${subject}_${action}`;

/** Powers that allow an action on a subject: each of its powers includes viewing. */
export const powersFor = (subject: PowerSubject, action: PowerAction): string[] =>
  action === 'VIEW' ? POWER_SUBJECTS[subject].map((each) => powerOn(subject, each)) : [powerOn(subject, action)];

/** A role in the user reply, with its powers. */
export interface RoleHeld {
  code: string;
  powers: readonly { code: string }[];
}

/**
 * The access check: an empty list allows everyone; otherwise one role code, or one power code under a role, suffices.
 */
export function isAllowed(required: readonly string[], roles: readonly RoleHeld[]): boolean {
  if (required.length === 0) return true;
  return roles.some((role) => required.includes(role.code) || role.powers.some((power) => required.includes(power.code)));
}

const isPageRole = (code: string): code is PageRole => (PAGE_ROLES as readonly string[]).includes(code);
const isFunctionRole = (code: string): boolean => (Object.values(WMS_ROLES) as string[]).includes(code);

/**
 * Roles effective under a page role: other page roles are dropped, and the warehouse's function roles count only under
 * ROLE_WAREHOUSE_ADMIN. A page role can only narrow. Without one, neither kind counts.
 * @param pageRole a role the user holds, or null
 */
export function effectiveRoles<R extends RoleHeld>(roles: readonly R[], pageRole: string | null): R[] {
  return roles.filter((role) => {
    if (role.code === pageRole) return true;
    if (isFunctionRole(role.code)) return pageRole === 'ROLE_WAREHOUSE_ADMIN';
    return !isPageRole(role.code);
  });
}

/** The stored page role if the user may still use it, else null. */
export function permittedPageRole(stored: string | null, roles: readonly RoleHeld[]): string | null {
  return stored !== null && isAllowed([stored], roles) ? stored : null;
}

/**
 * Default page role: the first non-reserved role in server order, else the first reserved one in the order of `RESERVED_ROLES`,
 * else null.
 */
export function defaultPageRole(roles: readonly RoleHeld[]): string | null {
  const codes = roles.map((role) => role.code);
  const reserved: readonly string[] = RESERVED_ROLES;
  return codes.find((code) => !reserved.includes(code)) ?? reserved.find((code) => codes.includes(code)) ?? null;
}
