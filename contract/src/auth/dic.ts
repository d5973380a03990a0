// Dictionaries: what people choose from and what states are called, with names in every language and properties. An entry that
// is no longer to be chosen is switched off, and keeps its name where it was chosen before.
import * as z from 'zod/mini';
import { LOCALES } from '../kit/constants.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { oneLine, plain } from '../kit/plain.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import * as rule from '../kit/rule.ts';
import { importQuery, importReply, importsAt } from '../workbook/workbook.ts';

export const DIC_ENTRIES_MAX = 500;
const DIC_PROPS_MAX = 50;

/**
 * OPTIONS: entries are chosen, and a site adds its own. WORDS: what codes are called that the rules of the product hang on; a site
 * words them anew, and neither adds nor switches off.
 */
export const DIC_KINDS = ['OPTIONS', 'WORDS'] as const;
export type DicKind = (typeof DIC_KINDS)[number];

const entryCode = z.string().check(z.overwrite(plain), z.toUpperCase(), rule.must(rule.required(), rule.atMost(64), rule.code));
const propCode = z.string().check(z.overwrite(plain), rule.must(rule.required(), rule.atMost(64), rule.propCode));
const propValue = z.string().check(z.overwrite(oneLine), rule.must(rule.atMost(200)));

export const dicEntryForm = z.strictObject({
  code: entryCode,
  /** Shown where there is no label in the language of the reader. */
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
  /** Sent to everybody with the version call. */
  public: z._default(z.boolean(), true),
  /** In the order in which they are offered. */
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
  /** Comes with the product: it stays, with all its entries. */
  builtIn: z.boolean(),
};

const dicRow = z.object({
  ...head,
  entries: z.int(),
  /** Entries that lack a name in a language. */
  missing: z.int(),
  /** Entries of the product that the site has worded otherwise or switched off. */
  changed: z.int(),
  /** Entries that the site has added to those of the product. */
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
  /** The entries that come with the product, as they come. */
  shipped: z.array(shippedEntry),
  ...stamps,
});
export type DicRecord = z.infer<typeof dicRecord>;

/** Where records name entries of a dictionary. */
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

export const dicRoutes = routes({
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
    summary:
      'Import entries of dictionaries from a workbook; with `dryRun` it is only looked at. Entries that are not in it stay',
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
