// Roles as a site manages them: names, powers, and time-limited holders.
import { POWERS } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { atMost, must, required, roleCode } from '../kit/rule.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { GRANT_WHEN } from './account.ts';

/** Users per bulk grant. */
export const PEOPLE_MAX = 200;

const code = z.string().check(z.trim(), z.toUpperCase(), must(required(), atMost(64), roleCode));

export const roleForm = z.strictObject({
  /** Immutable: workflows, menus and settings refer to it. */
  code,
  name: f.name(60),
  nameEn: f.name(100),
  /** Sort order; a user's first role is the default page role. */
  sort: z._default(z.int().check(z.gte(0), z.lte(9_999)), 100),
  /** false: without effect, but holders keep it. */
  valid: z._default(z.boolean(), true),
  remark: f.maybeText(500),
  powers: z._default(f.list(f.requiredText(64), 500), []),
});
export type RoleForm = z.infer<typeof roleForm>;

const role = z.object({
  id: z.string(),
  ...roleForm.shape,
  /** Built in: routes refer to it. */
  builtIn: z.boolean(),
  /** Reserved (everyone, the system, administrators): powers and status cannot change. */
  reserved: z.boolean(),
  /** Current holders. */
  people: z.int(),
  powerNames: z.array(z.object({ code: z.string(), name: z.string() })),
  ...stamps,
});
export type Role = z.infer<typeof role>;

const needs = [POWERS.role] as const;
const params = z.strictObject({ id: f.id });
const path = '/auth/power/role';

export const roleQuery = listQuery(['sort', 'code', 'name', 'people', 'updatedAt'], {
  valid: z.optional(f.flag),
  builtIn: z.optional(f.flag),
  power: z.optional(z.string().check(z.maxLength(64))),
});
/** Past, current and future holders. */
export const rolePersonQuery = listQuery(['name', 'username', 'untilDay'], {
  role: z.optional(f.id),
  when: z.optional(z.enum(GRANT_WHEN)),
});
const rolePerson = z.object({
  /** Of the user. */
  id: z.string(),
  name: z.string(),
  username: z.string(),
  state: z.enum(['ACTIVE', 'DISABLED']),
  fromDay: f.maybe(f.day),
  untilDay: f.maybe(f.day),
  when: z.enum(GRANT_WHEN),
  grantedBy: f.maybe(z.string()),
  grantedAt: z.string(),
});
export type RolePerson = z.infer<typeof rolePerson>;

/** A permission: `power:POWER_X`, `menu:power.role`, `call:GET /wms/product`. */
const permissionKey = z.string().check(z.regex(/^(power|menu|call):.{1,200}$/));
const PERMISSION_KINDS = ['menu', 'power', 'call'] as const;

const named = z.object({ code: z.string(), name: z.string() });
/** What prevents a user from doing something: their account, a role not in effect, or no suitable role. */
const DENIAL_REASONS = ['DISABLED', 'ENDED', 'ROLE_OFF', 'LATER', 'OVER', 'BELOW', 'LACKS'] as const;
const denialReason = z.object({
  reason: z.enum(DENIAL_REASONS),
  /** The role concerned; without one, all roles that would suffice. */
  roles: z.array(named),
  /** Its last or first day. */
  day: f.maybe(z.string()),
});
export type DenialReason = z.infer<typeof denialReason>;
/** The role that allows it, with the powers of it that do, unless the role itself does. */
const grantingRole = z.object({ ...named.shape, powers: z.array(named), untilDay: f.maybe(f.day) });
const permissionExplanation = z.object({
  person: z.object({ id: z.string(), name: z.string(), username: z.string() }),
  what: z.object({ kind: z.enum(PERMISSION_KINDS), name: z.string() }),
  can: z.boolean(),
  via: z.array(grantingRole),
  why: z.array(denialReason),
  /** As a sentence, in the language of the call. */
  sentence: z.string(),
});
export type PermissionExplanation = z.infer<typeof permissionExplanation>;
const sides = { one: z.boolean(), other: z.boolean() };
const roleComparison = z.object({
  one: named,
  other: named,
  /** Users who hold only the first, only the second, both. */
  people: z.object({ one: z.int(), other: z.int(), both: z.int() }),
  powers: z.array(z.object({ ...named.shape, ...sides })),
  menu: z.array(z.object({ ...named.shape, ...sides })),
  /** Steps of published workflows that ask holders of the role; code of the workflow. */
  steps: z.array(z.object({ ...named.shape, ...sides })),
  calls: z.array(z.object({ ...named.shape, ...sides })),
});
export type RoleComparison = z.infer<typeof roleComparison>;

/** What a role gives access to by itself: routes, menu, published workflows. */
const roleAccess = z.object({
  menu: z.array(named),
  steps: z.array(named),
  /** Routes by subject, with their actions. */
  calls: z.array(z.object({ about: z.string(), does: z.array(z.string()) })),
  /** Current and future data rules granted to the role. */
  rules: z.array(
    z.object({
      id: z.string(),
      /** Its subject, in the language of the call. */
      kind: z.string(),
      /** What it opens, likewise; null if the caller may not read this rule. */
      what: f.maybe(z.string()),
      exports: z.boolean(),
      fromDay: f.maybe(f.day),
      untilDay: f.maybe(f.day),
    }),
  ),
});
export type RoleAccess = z.infer<typeof roleAccess>;

const RIGHTS = ['OWN_RIGHTS', 'BEYOND_RIGHTS', 'BEYOND_DAYS', 'ROLE_RESERVED'] as const;
const read = readRoutes({ path, called: ['a role', 'Roles'], needs, query: roleQuery, record: role });
const write = writeRoutes({ path, called: 'a role', needs, form: roleForm, record: role, bodyMax: TEXT_MAX_BYTES });
const imports = importsAt(path, needs, ['CODE_TAKEN', 'INVALID', 'IN_USE_BY', ...RIGHTS]);

export const roleRoutes = routes({
  exportRoles: { ...read.export, summary: 'Roles as a workbook, with a column for each power' },
  getRoleTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import of roles',
    needs,
    reply: 'file',
  },
  importRoles: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import roles and their powers from a workbook; with `dryRun` only a preview',
    needs,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'STALE', 'CODE_TAKEN', 'INVALID', ...RIGHTS],
  },
  listRoleImports: imports.listImports,
  lookAtRoleUndo: imports.lookAtUndo,
  undoRoleImport: imports.undoImport,
  listRolePeople: {
    method: 'GET',
    path: `${path}/person`,
    summary: 'People who have a role, with its days',
    needs,
    query: rolePersonQuery,
    reply: pageOf(rolePerson),
  },
  findRolePeople: {
    method: 'GET',
    path: `${path}/person/find`,
    summary: 'People who can be given a role',
    needs,
    query: listQuery(['name'], {}),
    reply: pageOf(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  listDeeds: {
    method: 'GET',
    path: `${path}/deed`,
    summary: 'Permissions that can be looked up by who has them',
    needs,
    reply: z.array(z.object({ what: z.string(), kind: z.enum(PERMISSION_KINDS), name: z.string(), hint: f.maybe(z.string()) })),
  },
  listDoers: {
    method: 'GET',
    path: `${path}/doer`,
    summary: 'Who can do something now, and by which roles; with `cannot` the others, and why they cannot',
    needs,
    query: listQuery(['name', 'username'], { what: z.optional(permissionKey), cannot: z.optional(f.flag) }),
    reply: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        username: z.string(),
        via: z.array(named),
        why: z.array(denialReason),
      }),
    ),
  },
  explainDeed: {
    method: 'GET',
    path: `${path}/doer/{id}/explain`,
    summary: 'Why a person can do something, or why not',
    needs,
    params,
    query: z.strictObject({ what: permissionKey }),
    reply: permissionExplanation,
  },
  compareRoles: {
    method: 'GET',
    path: `${path}/compare`,
    summary: 'Compare two roles',
    needs,
    query: z.strictObject({ one: f.id, other: f.id }),
    reply: roleComparison,
  },
  listRoles: read.list,
  createRole: { ...write.create, errors: ['CODE_TAKEN', 'INVALID', ...RIGHTS] },
  getRole: read.get,
  lookAtRole: {
    method: 'GET',
    path: `${path}/{id}/opens`,
    summary: 'What a role opens: screens, steps of approvals, kinds of calls, and data rules that come with it',
    needs,
    params,
    reply: roleAccess,
  },
  updateRole: { ...write.update, errors: ['STALE', 'CODE_TAKEN', 'INVALID', ...RIGHTS] },
  deleteRole: { ...write.remove, errors: ['IN_USE_BY', ...RIGHTS] },
  addRolePeople: {
    method: 'POST',
    path: `${path}/{id}/person`,
    summary: 'Give people a role; who has it already gets these days',
    needs,
    params,
    body: z.strictObject({
      userIds: f.list(f.id, PEOPLE_MAX).check(must(required())),
      fromDay: f.maybe(f.day),
      untilDay: f.maybe(f.day),
    }),
    reply: role,
    errors: ['INVALID', 'LAST_ADMIN', 'GIVEN_MAX', 'OWN_RIGHTS', 'BEYOND_RIGHTS', 'BEYOND_DAYS'],
  },
  removeRolePeople: {
    method: 'POST',
    path: `${path}/{id}/person/remove`,
    summary: 'Take a role from people',
    needs,
    params,
    body: z.strictObject({ userIds: f.list(f.id, PEOPLE_MAX).check(must(required())) }),
    reply: role,
    errors: ['LAST_ADMIN', 'OWN_RIGHTS', 'BEYOND_RIGHTS'],
  },
});
