// Message templates: texts with placeholders filled on sending.
import { AppError } from '@kuwei/contract/error';
import type { Page } from '@kuwei/contract/page';
import { fill } from '@kuwei/contract/phrase';
import type { QueryOf } from '@kuwei/contract/route';
import {
  PLACEHOLDERS_MAX,
  placeholdersOf,
  type msgSenderRoutes,
  type Template,
  type TemplateForm,
} from '@kuwei/contract/sys/msg-sender';
import { sql, type Kysely } from 'kysely';
import { conditionsOf, rowsOf, valuesOf, type Joined } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type SortsOf } from '../../db/list.ts';
import { like } from '../../db/search.ts';
import type { DB, SysMessageTemplate, SysUser } from '../../db/types.ts';
import { writeHandlers } from '../../platform/record.ts';

type Row = Omit<Template, 'params'>;
const shown = (row: Row): Template => ({ ...row, params: placeholdersOf(row.title, row.content) });

const TEMPLATE = {
  id: 't.id',
  code: 't.code',
  name: 't.name',
  kind: 't.kind',
  title: 't.title',
  content: 't.content',
  link: 't.link',
  valid: 't.valid',
  rev: 't.rev',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  updatedBy: 'u.name',
} as const;

const rows = rowsOf<Row, { t: SysMessageTemplate; u: Joined<SysUser> }>(
  TEMPLATE,
  sql`page join sys_message_template t on t.id = page.id left join sys_user u on u.id = t.updated_by`,
);

type Query = QueryOf<(typeof msgSenderRoutes)['listTemplates']>;

const SORTS: SortsOf<Query> = {
  code: { by: sql`t.code` },
  name: { by: sql`t.name collate "zh-x-icu"` },
  updatedAt: { by: sql`t.updated_at` },
};

export async function listTemplates(db: Kysely<DB>, query: Query): Promise<Page<Template>> {
  const conditions = conditionsOf(query, {
    valid: (is) => sql`t.valid = ${is}`,
    kind: (kinds) => sql`t.kind = any(${kinds}::text[])`,
    q: (text) => {
      const q = like(text);
      return sql`(t.code ilike ${q} or t.name ilike ${q} or t.title ilike ${q} or t.content ilike ${q})`;
    },
  });
  const page = await listPage(db, query, {
    id: sql`t.id`,
    from: sql`sys_message_template t where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'code', SORTS, sql`t.id`),
    rows,
  });
  return { ...page, list: page.list.map(shown) };
}

/** @throws AppError NOT_FOUND */
export const getTemplate = async (db: Kysely<DB>, id: string): Promise<Template> =>
  shown(await oneRow(db, sql`select t.id from sys_message_template t where t.id = ${id}`, rows));

export const templateWrites = writeHandlers<'sys_message_template', TemplateForm, Template>({
  table: 'sys_message_template',
  codeIndex: 'sys_message_template_code',
  find: getTemplate,
  valuesOf: (form) => valuesOf('t', TEMPLATE, form),
  check: (_, form) => assertWithinMaximum(form),
});

function assertWithinMaximum({ title, content }: TemplateForm): void {
  if (placeholdersOf(title, content).length > PLACEHOLDERS_MAX)
    throw new AppError('INVALID', {
      faults: [{ path: 'content', key: 'rule.length', params: { min: 0, max: PLACEHOLDERS_MAX } }],
    });
}

/**
 * The texts of a template with placeholders filled. Braces inside values are not expanded.
 * @throws AppError INVALID when a value is missing, or the template is disabled
 */
export function fillTemplate(
  template: Template,
  values: readonly { name: string; value: string }[],
): Pick<Template, 'title' | 'content'> {
  if (!template.valid) throw new AppError('CONFLICT');
  const given = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  const missing = template.params.findIndex((name) => !Object.hasOwn(given, name));
  if (missing !== -1) throw new AppError('INVALID', { faults: [{ path: `params.${missing}.value`, key: 'rule.required' }] });
  const title = fill(template.title, given);
  if (title.length > 200)
    throw new AppError('INVALID', { faults: [{ path: 'params', key: 'rule.length', params: { min: 1, max: 200 } }] });
  return { title, content: fill(template.content, given) };
}
