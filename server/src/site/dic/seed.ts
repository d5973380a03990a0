// Shipped dictionary entries: each start adds missing ones, and updates those that the site has not customized.
import { LOCALES } from '@kuwei/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import type { Field } from './shipped.ts';
import { shippedDics } from './words.ts';

/** As columns of an entry. */
const entryOf = ([code, label, english, props = {}]: Field) => ({
  code,
  label,
  labels: [label, english].map((text, at) => ({ language: LOCALES[at]!, label: text })),
  props: Object.entries(props).map(([prop, value]) => ({ code: prop, value })),
});

/** Whether the site customized the wording or properties of entry `f`; the order of labels is irrelevant. */
export const isCustomized: RawBuilder<boolean> = sql<boolean>`(f.label <> f.shipped ->> 'label'
  or not (f.labels @> (f.shipped -> 'labels') and f.labels <@ (f.shipped -> 'labels'))
  or not (f.props @> (f.shipped -> 'props') and f.props <@ (f.shipped -> 'props')))`;

export async function seedDictionaries(trx: Trx): Promise<void> {
  await trx
    .insertInto('sys_dic')
    .values(shippedDics.map(({ code, name, nameEn }) => ({ id: newId(), code, name, name_en: nameEn })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const entries = shippedDics.flatMap(({ code: dic, fields }) =>
    fields.map((field, at) => ({ dic, sort: at + 1, ...entryOf(field) })),
  );
  await sql`
    with shipped as (
      select d.id as dic_id, x.code, x.sort, x.label, x.labels, x.props,
             jsonb_build_object('label', x.label, 'labels', x.labels, 'props', x.props) as now
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
               x (dic text, code text, sort int, label text, labels jsonb, props jsonb)
        join sys_dic d on d.code = x.dic),
    known as (
      update sys_dic_field f
         set shipped = s.now,
             (label, labels, props) = (select (case when follows then s.label else f.label end),
                                              (case when follows then s.labels else f.labels end),
                                              (case when follows then s.props else f.props end)
                                         from (select f.shipped is not null and not ${isCustomized}) x (follows)),
             former = case when f.shipped is not null and not ${isCustomized} and f.label <> s.label
                           then array_append(f.former, f.label) else f.former end
        from shipped s
       where f.dic_id = s.dic_id and f.code = s.code and f.shipped is distinct from s.now
      returning f.dic_id),
    added as (
      insert into sys_dic_field (dic_id, code, label, labels, props, shipped, sort)
      select s.dic_id, s.code, s.label, s.labels, s.props, s.now,
             s.sort + coalesce((select max(o.sort) from sys_dic_field o where o.dic_id = s.dic_id), 0)
        from shipped s
       where not exists (select from sys_dic_field f where f.dic_id = s.dic_id and f.code = s.code)
      returning dic_id)
    update sys_dic set rev = rev + 1 where id in (select dic_id from known union select dic_id from added)`.execute(trx);
}
