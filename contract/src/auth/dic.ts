// Dictionaries: what people choose from, with names in every language and properties. A field that is no longer to be
// chosen is switched off, and keeps its name where it was chosen before.
import * as z from 'zod/mini';
import { LOCALES } from '../constants.ts';
import * as f from '../field.ts';
import { listQuery, pageOf } from '../page.ts';
import { LINES_MAX_BYTES, routes } from '../route.ts';

const propCode = z.string().check(z.trim(), z.regex(/^\w{1,64}$/));

const dicFieldForm = z.strictObject({
  code: f.code,
  /** Shown where there is no label in the language of the reader. */
  label: f.requiredText(100),
  labels: z._default(f.list(z.strictObject({ language: z.enum(LOCALES), label: f.requiredText(100) }), LOCALES.length), []),
  props: z._default(f.list(z.strictObject({ code: propCode, value: f.text(200) }), 50), []),
  valid: z._default(z.boolean(), true),
});

const dicForm = z.strictObject({
  code: f.code,
  name: f.requiredText(100),
  /** Sent to everybody with the version call. */
  public: z._default(z.boolean(), true),
  /** In the order in which they are offered. */
  fields: z._default(f.list(dicFieldForm, 500), []),
});
export type DicForm = z.infer<typeof dicForm>;

const dicRecord = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  public: z.boolean(),
  /** Comes with the product: it stays, with all its fields. */
  builtIn: z.boolean(),
  fields: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      labels: z.array(z.object({ language: z.string(), label: z.string() })),
      props: z.array(z.object({ code: z.string(), value: z.string() })),
      valid: z.boolean(),
    }),
  ),
  rev: z.int(),
  updatedAt: z.string(),
});
export type DicRecord = z.infer<typeof dicRecord>;

const ADMIN = ['ROLE_ADMIN'] as const;
const params = z.strictObject({ id: f.id });

export const dicRoutes = routes({
  listDics: {
    method: 'GET',
    path: '/auth/dic/dic',
    summary: 'Dictionaries',
    needs: 'signed-in',
    query: listQuery(['code', 'name', 'updatedAt'], { code: z.optional(z.string().check(z.maxLength(64))) }),
    reply: pageOf(dicRecord),
  },
  createDic: {
    method: 'POST',
    path: '/auth/dic/dic',
    summary: 'Create a dictionary',
    needs: ADMIN,
    bodyMax: LINES_MAX_BYTES,
    body: dicForm,
    reply: dicRecord,
    errors: ['CODE_TAKEN'],
  },
  getDic: { method: 'GET', path: '/auth/dic/dic/{id}', summary: 'A dictionary', needs: 'signed-in', params, reply: dicRecord },
  updateDic: {
    method: 'PUT',
    path: '/auth/dic/dic/{id}',
    summary: 'Change a dictionary; its fields become those that are sent',
    needs: ADMIN,
    params,
    bodyMax: LINES_MAX_BYTES,
    body: f.updateOf(dicForm),
    reply: dicRecord,
    errors: ['STALE', 'CODE_TAKEN', 'IN_USE'],
  },
  deleteDic: {
    method: 'DELETE',
    path: '/auth/dic/dic/{id}',
    summary: 'Delete a dictionary that does not come with the product',
    needs: ADMIN,
    params,
    reply: z.null(),
    errors: ['IN_USE'],
  },
});
