// The site's menu: built-in entries, possibly changed, moved or hidden, and the site's own.
import { PAGE_ROLES } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { patternRefusal } from '../kit/menu-pattern.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { isExternalUrl } from '../kit/menu.ts';
import { MENU_HIDDEN_REASONS } from '../kit/menu-hidden-reason.ts';
import * as rule from '../kit/rule.ts';

export const MENU_ENTRIES_MAX = 300;
export const MENU_DEPTH_MAX = 5;
const PATTERNS_MAX = 10;
const ROLES_MAX = 50;

/** Code prefix of the site's own entries. */
export const OWN_MENU_CODE = 'site.';

/** Available icons. */
export const MENU_ICONS = [
  'teacher',
  'supplier',
  'staff',
  'warehouse',
  'basic',
  'afterSales',
  'inventory',
  'user',
  'power',
  'system',
] as const;

const code: rule.Rule = (value) =>
  /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)*$/.test(String(value)) ? undefined : { key: 'rule.menuCode' };
const pattern: rule.Rule = (value) => patternRefusal(String(value));
const address: rule.Rule = (value) =>
  value === '' || /^\/(?![/\\])[^\s\\]*$/.test(String(value)) || isExternalUrl(String(value))
    ? undefined
    : { key: 'rule.menuUrl' };
const tag: rule.Rule = (value) => (value === '' || /^menu\.[A-Za-z]+$/.test(String(value)) ? undefined : { key: 'rule.menuTag' });

const menuCode = z.string().check(z.trim(), rule.must(rule.required(), rule.atMost(64), code));
/** Code of a built-in entry, else a UUID. */
const id = z.string().check(z.minLength(1), z.maxLength(64));

const menuTexts = {
  name: f.name(60),
  nameEn: f.name(100),
  /** Key of a console text, additionally used for search. */
  nameTag: f.maybe(z.string().check(z.trim(), rule.must(rule.atMost(64), tag))),
  /** None: a heading. */
  url: f.maybe(z.string().check(z.trim(), rule.must(rule.atMost(300), address))),
  urlExp: z._default(f.list(z.string().check(z.trim(), rule.must(rule.required(), rule.atMost(200), pattern)), PATTERNS_MAX), []),
  /** Any of these roles or powers suffices; empty: open to everyone. */
  role: z._default(f.list(f.requiredText(64), ROLES_MAX), []),
  pageRole: z._default(f.list(z.enum(PAGE_ROLES), PAGE_ROLES.length), []),
  icon: f.maybe(z.enum(MENU_ICONS)),
  show: z._default(z.boolean(), true),
  keepalive: z._default(z.boolean(), true),
};

export const menuForm = z.strictObject({ code: menuCode, parentId: f.maybe(id), ...menuTexts });
export type MenuForm = z.infer<typeof menuForm>;

/** Built-in values. */
const shipped = z.object({
  parentId: f.maybe(z.string()),
  name: z.string(),
  nameEn: z.string(),
  nameTag: f.maybe(z.string()),
  url: f.maybe(z.string()),
  urlExp: z.array(z.string()),
  role: z.array(z.string()),
  pageRole: z.array(z.string()),
  icon: f.maybe(z.string()),
  show: z.boolean(),
  keepalive: z.boolean(),
});
export type ShippedMenuEntry = z.infer<typeof shipped>;

const entry = z.object({
  id: z.string(),
  code: z.string(),
  ...shipped.shape,
  /** Null for the site's own. */
  shipped: f.maybe(shipped),
  /** Default predecessor among its siblings; null for the first, and for the site's own. */
  comesBehind: f.maybe(z.string()),
  /** Fields that differ from the default; `order` if its position among siblings does. */
  changed: z.array(z.string()),
  /** Current data rules that open it. */
  rules: z.int(),
  rev: z.int(),
  updatedAt: z.optional(z.string()),
  updatedBy: f.maybe(z.string()),
});
export type MenuEntry = z.infer<typeof entry>;

/** Whether a user sees an entry, and if not, why. */
export const MENU_VISIBLE_REASONS = ['SEEN', ...MENU_HIDDEN_REASONS] as const;
/** Why it is visible: a required role, a rule, or a visible descendant. */
const MENU_BY = ['ROLE', 'RULE', 'BELOW'] as const;

const preview = z.object({
  id: z.string(),
  why: z.enum(MENU_VISIBLE_REASONS),
  by: f.maybe(z.enum(MENU_BY)),
  /** Page roles under which it is visible; empty: under any. */
  under: z.array(z.string()),
  /** Missing roles or powers; any of them would suffice. */
  needs: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type MenuPreview = z.infer<typeof preview>;

/** A whole menu as a file: entries in order, each with its parent's code. */
const menuFileEntry = z.strictObject({ code: menuCode, parent: f.maybe(menuCode), ...menuTexts });
export type MenuFileEntry = z.infer<typeof menuFileEntry>;
const file = {
  format: z.literal('kuwei-menu'),
  version: z.literal(1),
  entries: f.list(menuFileEntry, MENU_ENTRIES_MAX),
};
export const menuFile = z.strictObject(file);
export type MenuFile = z.infer<typeof menuFile>;

const report = z.object({
  /** Version of the menu it was compared with. */
  rev: z.int(),
  added: z.array(z.object({ code: z.string(), name: z.string() })),
  changed: z.array(z.object({ code: z.string(), name: z.string(), fields: z.array(z.string()) })),
  /** Own entries that are not in the file and would be deleted. */
  removed: z.array(z.object({ code: z.string(), name: z.string() })),
  unchanged: z.int(),
  /** The first errors; the others are counted. */
  refused: z.array(z.object({ code: z.string(), name: z.string(), field: z.string(), message: z.string() })),
  more: z.int(),
});
export type MenuReport = z.infer<typeof report>;

const needs = ['ROLE_ADMIN'] as const;
const path = '/sys/project/app/menu';
const params = z.strictObject({ id });
const rev = f.rev;

export const menuRoutes = routes({
  listMenu: {
    method: 'GET',
    path,
    summary: 'All entries of the menu in their order, with what the site has changed',
    needs,
    reply: z.object({ /** Version of the whole menu. */ rev: z.int(), entries: z.array(entry) }),
  },
  listMenuNeeds: {
    method: 'GET',
    path: `${path}/need`,
    summary: 'Roles and powers that an entry may ask for',
    needs,
    reply: z.array(z.object({ code: z.string(), name: z.string(), kind: z.enum(['ROLE', 'POWER']) })),
  },
  previewMenu: {
    method: 'GET',
    path: `${path}/preview`,
    summary: 'The menu as a user, or holders of given roles, see it, and why the rest is hidden',
    needs,
    query: z.strictObject({ userId: z.optional(f.id), roles: z.optional(f.texts(64, ROLES_MAX)) }),
    reply: z.array(preview),
  },
  findMenuPeople: {
    method: 'GET',
    path: `${path}/person`,
    summary: 'Users whose menu can be previewed',
    needs,
    query: z.strictObject({ q: z.optional(f.text(100)) }),
    reply: z.array(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  exportMenu: {
    method: 'GET',
    path: `${path}/export`,
    summary: 'The whole menu as a JSON file',
    needs,
    reply: 'file',
  },
  lookAtMenuImport: {
    method: 'POST',
    path: `${path}/import/look`,
    summary: 'What the import of a menu would change',
    needs,
    asks: true,
    body: menuFile,
    bodyMax: LINES_MAX_BYTES,
    reply: report,
  },
  importMenu: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Make the menu that of a file: own entries it does not name go, shipped ones it does not name stay as they come',
    needs,
    body: z.strictObject({ ...file, rev }),
    bodyMax: LINES_MAX_BYTES,
    reply: report,
    errors: ['STALE', 'INVALID'],
  },
  restoreMenu: {
    method: 'POST',
    path: `${path}/restore`,
    summary: 'Reset the menu to the built-in one; own entries are deleted',
    needs,
    body: z.strictObject({ rev }),
    reply: z.null(),
    errors: ['STALE'],
  },
  getMenuEntry: { method: 'GET', path: `${path}/{id}`, summary: 'An entry of the menu', needs, params, reply: entry },
  createMenuEntry: {
    method: 'POST',
    path,
    summary: 'Create an entry of the menu, the last one below the one above it',
    needs,
    body: menuForm,
    reply: entry,
    errors: ['CODE_TAKEN', 'INVALID'],
  },
  updateMenuEntry: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change an entry of the menu',
    needs,
    params,
    body: f.updateOf(menuForm),
    reply: entry,
    errors: ['STALE', 'CODE_TAKEN', 'INVALID'],
  },
  moveMenuEntry: {
    method: 'POST',
    path: `${path}/{id}/move`,
    summary: 'Put an entry elsewhere, with all below it',
    needs,
    params,
    body: z.strictObject({
      parentId: f.maybe(id),
      /** New predecessor; null: becomes the first. */ after: f.maybe(id),
      rev,
    }),
    reply: entry,
    errors: ['STALE', 'INVALID'],
  },
  restoreMenuEntry: {
    method: 'POST',
    path: `${path}/{id}/restore`,
    summary: 'Reset a built-in entry, position included',
    needs,
    params,
    body: z.strictObject({ rev }),
    reply: entry,
    errors: ['STALE', 'INVALID'],
  },
  deleteMenuEntry: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete an entry that the site has added',
    needs,
    params,
    reply: z.null(),
    errors: ['IN_USE_BY', 'INVALID'],
  },
});
