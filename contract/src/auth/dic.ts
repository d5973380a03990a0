// Dictionaries: options and names of states, with labels per language and properties. A retired entry is disabled, and keeps its
// name where it was used.
import * as z from 'zod/mini';
import { LOCALES } from '../kit/constants.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { oneLine, normalizeText } from '../kit/normalize-text.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { LINES_MAX_BYTES, routesOn } from '../kit/route.ts';
import * as rule from '../kit/rule.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';

export const DIC_ENTRIES_MAX = 500;
const DIC_PROPS_MAX = 50;

/**
 * OPTIONS: a site adds its own entries. WORDS: names of codes that product logic depends on; a site can rename them, but not add
 * or disable any.
 */
export const DIC_KINDS = ['OPTIONS', 'WORDS'] as const;
export type DicKind = (typeof DIC_KINDS)[number];

const entryCode = z
  .string()
  .check(z.overwrite(normalizeText), z.toUpperCase(), rule.must(rule.required(), rule.atMost(64), rule.code));
const propCode = z.string().check(z.overwrite(normalizeText), rule.must(rule.required(), rule.atMost(64), rule.propCode));
const propValue = z.string().check(z.overwrite(oneLine), rule.must(rule.atMost(200)));

export const dicEntryForm = z.strictObject({
  code: entryCode,
  /** Fallback if there is no label in the user's language. */
  label: f.name(100),
  labels: z._default(f.list(z.strictObject({ language: z.enum(LOCALES), label: f.name(100) }), LOCALES.length), []),
  props: z._default(f.list(z.strictObject({ code: propCode, value: propValue }), DIC_PROPS_MAX), []),
  valid: z._default(z.boolean(), true),
});
export type DicEntry = z.infer<typeof dicEntryForm>;

export const dicForm = z.strictObject({
  code: f.code,
  name: f.name(100),
  nameEn: f.maybeName(100),
  /** Sent to everyone with the version call. */
  public: z._default(z.boolean(), true),
  /** In display order. */
  fields: z._default(f.list(dicEntryForm, DIC_ENTRIES_MAX), []),
});
export type DicForm = z.infer<typeof dicForm>;

const label = z.object({ language: z.enum(LOCALES), label: z.string() });
const prop = z.object({ code: z.string(), value: z.string() });

const head = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: f.maybe(z.string()),
  public: z.boolean(),
  kind: z.enum(DIC_KINDS),
  /** Built in: neither it nor its entries can be deleted. */
  builtIn: z.boolean(),
};

const dicRow = z.object({
  ...head,
  entries: z.int(),
  /** Entries without a name in some language. */
  missing: z.int(),
  /** Built-in entries that the site has renamed or disabled. */
  changed: z.int(),
  /** Entries added by the site. */
  added: z.int(),
  ...stamps,
});
export type DicRow = z.infer<typeof dicRow>;

const shippedEntry = z.object({ code: z.string(), label: z.string(), labels: z.array(label), props: z.array(prop) });
export type ShippedEntry = z.infer<typeof shippedEntry>;

const dicRecord = z.object({
  ...head,
  fields: z.array(
    z.object({ code: z.string(), label: z.string(), labels: z.array(label), props: z.array(prop), valid: z.boolean() }),
  ),
  /** The built-in entries with their defaults. */
  shipped: z.array(shippedEntry),
  ...stamps,
});
export type DicRecord = z.infer<typeof dicRecord>;

/** Where records use entries of a dictionary. */
const dicUse = z.object({
  /** In the reader's language: `Products, base unit`. */
  place: z.string(),
  codes: z.array(z.object({ code: z.string(), count: z.int() })),
});
export type DicUsage = z.infer<typeof dicUse>;

const ADMIN = ['ROLE_ADMIN'] as const;
const params = z.strictObject({ id: f.id });
const query = listQuery(['kind', 'code', 'name', 'entries', 'missing', 'changed', 'updatedAt'], {
  code: z.optional(z.string().check(z.maxLength(64))),
  kind: z.optional(f.choices(DIC_KINDS)),
  builtIn: z.optional(f.flag),
  missing: z.optional(f.flag),
  changed: z.optional(f.flag),
});

const path = '/auth/dic/dic';
const called = ['a dictionary', 'Dictionaries'] as const;
const read = readRoutes({ path, called, needs: 'signed-in', query, record: dicRecord });
const imports = importsAt(path, ADMIN, ['CODE_TAKEN', 'INVALID', 'IN_USE_BY', 'DIC_FIXED']);
const write = writeRoutes({ path, called: called[0], needs: ADMIN, form: dicForm, record: dicRecord, bodyMax: LINES_MAX_BYTES });

export const dicRoutes = routesOn('SYS_DIC', {
  exportDics: { ...read.export, summary: 'All entries of the dictionaries as a workbook', needs: ADMIN },
  getDicTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for the import of entries of dictionaries',
    needs: ADMIN,
    reply: 'file',
  },
  importDics: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Import entries of dictionaries from a workbook; with `dryRun` only a preview. Missing entries stay',
    needs: ADMIN,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'STALE', 'CODE_TAKEN', 'INVALID'],
  },
  listDicImports: imports.listImports,
  lookAtDicUndo: imports.lookAtUndo,
  undoDicImport: imports.undoImport,
  listDics: { ...read.list, reply: pageOf(dicRow) },
  createDic: write.create,
  getDic: read.get,
  updateDic: {
    ...write.update,
    summary: 'Change a dictionary; its entries become those that are sent',
    errors: [...write.update.errors, 'IN_USE_BY', 'DIC_FIXED'],
  },
  deleteDic: {
    ...write.remove,
    summary: 'Delete a dictionary that does not come with the product',
    errors: ['DIC_FIXED'],
  },
  getDicUsage: {
    method: 'GET',
    path: '/auth/dic/dic/{id}/usage',
    summary: 'Where records name the entries of a dictionary, and how many',
    needs: ADMIN,
    params,
    reply: z.array(dicUse),
  },
});
