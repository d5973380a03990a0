// Units from the site's dictionary.
import type { Locale } from '@kuwei/contract/constants';
import type { Units } from '@kuwei/contract/wms/amount';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';

/** The current units; unknown ones are named by their code. */
export async function openUnits(db: Kysely<DB>, locale: Locale): Promise<Units> {
  const rows = await db
    .selectFrom('sys_dic_field as f')
    .innerJoin('sys_dic as d', 'd.id', 'f.dic_id')
    .where('d.code', '=', 'WMS_UNIT')
    .select(['f.code', 'f.label', 'f.labels', 'f.props'])
    .execute();
  const units = new Map(
    rows.map(({ code, label, labels, props }) => {
      const own = (labels as { language: string; label: string }[]).find(({ language }) => language === locale);
      const prop = (name: string) => (props as { code: string; value: string }[]).find((each) => each.code === name)?.value;
      return [
        code,
        { name: own?.label ?? label, plural: locale === 'en' ? prop('plural') : undefined, decimals: prop('decimals') },
      ];
    }),
  );
  const nameOf = (unit: string): string => units.get(unit)?.name ?? unit;
  return {
    decimals: new Map(
      [...units].flatMap(([code, { decimals = '' }]) => (/^\d$/.test(decimals) ? [[code, Number(decimals)] as const] : [])),
    ),
    nameOf,
    amountOf: (qty, unit) => `${qty} ${(qty === '1' ? undefined : units.get(unit)?.plural) ?? nameOf(unit)}`,
  };
}

/** A quantity with its unit in the reader's language: `20 bottles`. @param unit code; an unknown one is kept */
export const amountText = async (db: Kysely<DB>, qty: string, unit: string, locale: Locale): Promise<string> =>
  (await openUnits(db, locale)).amountOf(qty, unit);
