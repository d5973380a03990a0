import type { Locale } from '@kuwei/contract/constants';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';

/** A quantity with its unit in the reader's language: `20 bottles`. @param unit code; an unknown one stays as it is */
export async function amountText(db: Kysely<DB>, qty: string, unit: string, locale: Locale): Promise<string> {
  const found = await db
    .selectFrom('sys_dic_field as f')
    .innerJoin('sys_dic as d', 'd.id', 'f.dic_id')
    .where('d.code', '=', 'WMS_UNIT')
    .where('f.code', '=', unit)
    .select(['f.label', 'f.labels', 'f.props'])
    .executeTakeFirst();
  if (!found) return `${qty} ${unit}`;
  const own = (found.labels as { language: string; label: string }[]).find(({ language }) => language === locale);
  const props = found.props as { code: string; value: string }[];
  const plural = locale === 'en' && qty !== '1' ? props.find(({ code }) => code === 'plural')?.value : undefined;
  return `${qty} ${plural ?? own?.label ?? found.label}`;
}
