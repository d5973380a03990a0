// Accounts as administrators manage them, with time-limited roles and memberships.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, stamps } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routesOn, TEXT_MAX_BYTES } from '../kit/route.ts';
import { email, must, phone, required, username } from '../kit/rule.ts';
import { batchReply, batchSelection, importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { ORG_TYPES, RELATIONS } from '../kit/org.ts';

/** Dictionary of people's relation to the university. */
export const IDENTITY_DIC = 'SYS_IDENTITY';
export const ACCOUNT_STATES = ['ACTIVE', 'DISABLED'] as const;
export const ACCOUNT_GAPS = ['ROLE', 'ORG', 'PASSWORD', 'SIGN_IN'] as const;

/** First and last day, inclusive, in the time zone of the site; null: unlimited. */
const span = { fromDay: f.maybe(f.day), untilDay: f.maybe(f.day) };
const roleGrant = z.strictObject({ code: f.requiredText(64), ...span });
const membership = z.strictObject({ orgId: f.id, relation: z.enum(RELATIONS), ...span });
export type RoleGrant = z.infer<typeof roleGrant>;
export type Membership = z.infer<typeof membership>;

/** Roles and memberships per user. */
export const ROLES_MAX = 100;
export const ORGS_MAX = 200;

export const accountForm = z.strictObject({
  /** Case-insensitive, stored in lower case. */
  username: z.string().check(z.trim(), z.toLowerCase(), must(required(), username)),
  name: f.name(64),
  /** Employee or student number. */
  staffNo: f.maybeName(32),
  identity: f.maybeText(64),
  email: f.maybe(z.string().check(z.trim(), z.maxLength(254), must(email))),
  phone: f.maybe(z.string().check(z.trim(), must(phone))),
  /** Last day the account can sign in. */
  untilDay: f.maybe(f.day),
  remark: f.maybeText(1_000),
  roles: z._default(f.list(roleGrant, ROLES_MAX), []),
  orgs: z._default(f.list(membership, ORGS_MAX), []),
});
export type AccountForm = z.infer<typeof accountForm>;

/** Whether a grant is current, future or past. */
export const GRANT_WHEN = ['NOW', 'LATER', 'OVER'] as const;

const account = z.object({
  id: z.string(),
  ...accountForm.shape,
  state: z.enum(ACCOUNT_STATES),
  /** Soft-deleted since. */
  deletedAt: f.maybe(z.string()),
  lastSignInAt: f.maybe(z.string()),
  /** Active sessions. */
  sessions: z.int(),
  /** Sign-in is throttled after failed attempts. */
  locked: z.boolean(),
  /** The account has a local password. */
  hasPassword: z.boolean(),
  mustRenew: z.boolean(),
  secondFactor: z.boolean(),
  /** The same roles and organisations, with names. */
  roleNames: z.array(z.object({ code: z.string(), name: z.string(), when: z.enum(GRANT_WHEN), ...f.grantInfo })),
  orgNames: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      type: z.enum(ORG_TYPES),
      relation: z.enum(RELATIONS),
      valid: z.boolean(),
      when: z.enum(GRANT_WHEN),
      ...f.grantInfo,
    }),
  ),
  ...stamps,
});
export type Account = z.infer<typeof account>;

type Rights = Pick<Account, 'roles' | 'orgs' | 'roleNames' | 'orgNames'>;

/** Rights of another user that copying would add: those not held yet, without disabled or expired ones. */
export function rightsToCopy(from: Rights, to: Pick<AccountForm, 'roles' | 'orgs'>): Rights {
  const roleNames = from.roleNames.filter(({ code, when }) => when !== 'OVER' && !to.roles.some((role) => role.code === code));
  const orgNames = from.orgNames.filter(
    ({ id, valid, when }) => valid && when !== 'OVER' && !to.orgs.some(({ orgId }) => orgId === id),
  );
  return {
    roleNames,
    orgNames,
    roles: from.roles.filter(({ code }) => roleNames.some((role) => role.code === code)),
    orgs: from.orgs.filter(({ orgId }) => orgNames.some(({ id }) => id === orgId)),
  };
}

const ADMIN = ['ROLE_ADMIN'] as const;
const RIGHTS = ['OWN_RIGHTS', 'BEYOND_RIGHTS', 'BEYOND_DAYS', 'ACCOUNT_BEYOND_RIGHTS'] as const;
const params = z.strictObject({ id: f.id });
export const accountQuery = listQuery(['name', 'username', 'staffNo', 'lastSignInAt', 'createdAt', 'updatedAt'], {
  state: z.optional(f.choices(ACCOUNT_STATES)),
  role: z.optional(z.string().check(z.maxLength(64))),
  orgId: z.optional(f.id),
  identity: z.optional(f.texts(64, 50)),
  /** With throttled sign-in. */
  locked: z.optional(f.flag),
  /** Without a current role or membership, without a local password, or never signed in. */
  without: z.optional(z.enum(ACCOUNT_GAPS)),
  /** Whose account or a grant of theirs ends within this many days. */
  endsWithin: z.optional(f.whole.check(z.gte(0), z.lte(366))),
  /** Soft-deleted accounts instead of the others. */
  deleted: z.optional(f.flag),
});

const path = '/auth/biz/user/account';
const read = readRoutes({ path, called: ['an account', 'Accounts'], needs: ADMIN, query: accountQuery, record: account });
const imports = importsAt(path, ADMIN, ['CODE_TAKEN', 'LAST_ADMIN', 'GIVEN_MAX', ...RIGHTS]);
const at = { needs: ADMIN, params } as const;

/** Records that refer to the users and continue without them. */
const dependentRecords = z.object({
  /** Open documents and sharing requests they applied for. */
  documents: z.int(),
  /** Documents awaiting execution whose boxes they assigned. */
  assigned: z.int(),
  /** Their documents and after-sales cases not submitted, or returned to them. */
  drafts: z.int(),
  /** Open after-sales cases they opened. */
  cases: z.int(),
  /** Stock counts assigned to them. */
  counts: z.int(),
  /** Current and future delegations to or by them. */
  delegations: z.int(),
  /** Current and future data rules they granted. */
  rules: z.int(),
  /** Valid API tokens, which stop working. */
  tokens: z.int(),
});

export const accountRoutes = routesOn('SYS_ACCOUNT', {
  exportAccounts: read.export,
  getAccountTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import',
    needs: ADMIN,
    reply: 'file',
  },
  importAccounts: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import accounts from a workbook; with `dryRun` only a preview',
    needs: ADMIN,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'STALE', 'CODE_TAKEN', 'LAST_ADMIN', 'GIVEN_MAX', ...RIGHTS],
  },
  listAccountImports: imports.listImports,
  lookAtAccountUndo: imports.lookAtUndo,
  undoAccountImport: imports.undoImport,
  selectAccountRoles: {
    method: 'GET',
    path: `${path}/role`,
    summary: 'Roles that can be given to people',
    needs: ADMIN,
    reply: z.array(z.object({ code: z.string(), name: z.string() })),
  },
  listAccounts: read.list,
  createAccount: {
    method: 'POST',
    path,
    summary: 'Create an account. It has no password until one is issued',
    needs: ADMIN,
    bodyMax: TEXT_MAX_BYTES,
    body: accountForm,
    reply: account,
    errors: ['CODE_TAKEN', 'INVALID', 'GIVEN_MAX', 'BEYOND_RIGHTS', 'BEYOND_DAYS', 'ACCOUNT_BEYOND_RIGHTS'],
  },
  getAccount: read.get,
  updateAccount: {
    ...at,
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change an account; its roles and organisations become those that are sent',
    bodyMax: TEXT_MAX_BYTES,
    body: f.updateOf(accountForm),
    reply: account,
    errors: ['STALE', 'CODE_TAKEN', 'INVALID', 'LAST_ADMIN', 'GIVEN_MAX', ...RIGHTS],
  },
  deleteAccount: {
    ...at,
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Put an account into the recycle bin; its sessions end',
    reply: z.null(),
    errors: ['OWN_RIGHTS', 'LAST_ADMIN', 'ACCOUNT_BEYOND_RIGHTS'],
  },
  restoreAccount: {
    ...at,
    method: 'POST',
    path: `${path}/{id}/restore`,
    summary: 'Take an account out of the recycle bin, with the roles and organisations it had',
    reply: account,
    errors: ['CODE_TAKEN', 'BEYOND_DAYS', 'ACCOUNT_BEYOND_RIGHTS'],
  },
  setAccountState: {
    ...at,
    method: 'PUT',
    path: `${path}/{id}/state`,
    summary: 'Disable or enable an account; the sessions of a disabled one end',
    body: z.strictObject({ state: z.enum(ACCOUNT_STATES), rev: f.rev }),
    reply: account,
    errors: ['STALE', 'OWN_RIGHTS', 'BEYOND_DAYS', 'LAST_ADMIN', 'ACCOUNT_BEYOND_RIGHTS'],
  },
  issuePassword: {
    ...at,
    method: 'POST',
    power: 'CREDENTIALS',
    path: `${path}/{id}/password`,
    summary: 'Issue a one-time password, which is answered once; the sessions of the account end',
    repeat: 'refused',
    reply: z.object({ password: z.string() }),
    errors: ['OWN_RIGHTS', 'BEYOND_DAYS', 'ACCOUNT_BEYOND_RIGHTS'],
  },
  lookAtFirstPasswords: {
    method: 'POST',
    power: 'CREDENTIALS',
    path: `${path}/batch/password/look`,
    summary: 'How many of these accounts would be issued a first password, and how many of them have one that ends with it',
    needs: ADMIN,
    asks: true,
    bodyMax: TEXT_MAX_BYTES,
    body: batchSelection,
    reply: z.object({ count: z.int(), again: z.int() }),
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
  issueFirstPasswords: {
    method: 'POST',
    power: 'CREDENTIALS',
    path: `${path}/batch/password`,
    summary: 'Issue one-time passwords to accounts that have never signed in, as a workbook returned once',
    repeat: 'refused',
    needs: ADMIN,
    bodyMax: TEXT_MAX_BYTES,
    body: batchSelection,
    reply: 'file',
    errors: ['STALE', 'BEYOND_DAYS', 'ACCOUNT_BEYOND_RIGHTS', 'BATCH_TOO_MANY'],
  },
  unlockAccount: {
    ...at,
    method: 'POST',
    power: 'CREDENTIALS',
    path: `${path}/{id}/unlock`,
    summary: 'Forget failed sign-ins',
    reply: account,
    errors: ['ACCOUNT_BEYOND_RIGHTS'],
  },
  copyRights: {
    ...at,
    method: 'POST',
    path: `${path}/{id}/copy-rights`,
    summary: 'Add the rights of another account to an account',
    body: z.strictObject({ fromId: f.id, roles: z.boolean(), orgs: z.boolean(), rev: f.rev }),
    reply: account,
    errors: ['STALE', 'GIVEN_MAX', 'INVALID', ...RIGHTS],
  },
  lookAtLeaders: {
    method: 'POST',
    path: `${path}/batch/leaders`,
    summary:
      'What is left without these accounts: groups without a leader, warehouses without a storekeeper, steps without a reviewer; and what else hangs on them',
    needs: ADMIN,
    asks: true,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({
      ...batchSelection.shape,
      /** Instead of removing the users, revoke only these roles. */
      roles: z.optional(f.list(f.requiredText(64), 200)),
    }),
    reply: z.object({
      groups: z.array(z.object({ id: z.string(), name: z.string(), leaders: z.array(z.string()) })),
      warehouses: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Open review steps without another eligible reviewer. */
      steps: z.int(),
      /** Warehouses they are storekeeper of, with other storekeepers remaining. */
      kept: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Organisations left without a member who can sign in. */
      emptied: z.array(z.object({ id: z.string(), name: z.string() })),
      hanging: dependentRecords,
    }),
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
  batchAccounts: {
    method: 'PUT',
    path: `${path}/batch/{action}`,
    summary: 'The same action on many accounts',
    needs: ADMIN,
    params: z.strictObject({ action: z.enum(['enable', 'disable', 'delete', 'restore', 'logout']) }),
    bodyMax: TEXT_MAX_BYTES,
    body: batchSelection,
    reply: batchReply,
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
});
