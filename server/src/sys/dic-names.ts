import type { Locale } from '@kuwei/contract/constants';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';

/** Name of an entry of a dictionary; an unknown code stays as it is. */
export type Names = (code: string) => string;

export async function dicNames(db: Kysely<DB>, dic: string, locale: Locale): Promise<Names> {
  const rows = await db
    .selectFrom('sys_dic_field as f')
    .innerJoin('sys_dic as d', 'd.id', 'f.dic_id')
    .where('d.code', '=', dic)
    .select(['f.code', 'f.label', 'f.labels'])
    .execute();
  const names = new Map(
    rows.map(({ code, label, labels }) => {
      const own = (labels as { language: string; label: string }[]).find((each) => each.language === locale);
      return [code, own?.label ?? label];
    }),
  );
  return (code) => names.get(code) ?? code;
}
