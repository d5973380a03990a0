import type { DicRow, dicRoutes } from '@kuwei/contract/auth/dic';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import { everyRow, listPage } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { sheetOfRows, yesNo, type SheetColumns } from '../workbook/workbook.ts';
import { dicList, findDic } from './queries.ts';
import { dicWrites } from './save.ts';
import { usesOf } from './uses.ts';

interface SheetRow {
  dic: string;
  dicName: string;
  code: string;
  zh: string;
  en: string | null;
  props: string;
  valid: boolean;
  shipped: string | null;
}

const sheet = (locale: Locale): SheetColumns<SheetRow> => ({
  dic: { phrase: 'dic.sheet.code', width: 24 },
  dicName: { phrase: 'dic.sheet.name', width: 24 },
  code: { phrase: 'dic.entry.code', width: 24 },
  zh: { phrase: 'dic.entry.zh', width: 30 },
  en: { phrase: 'dic.entry.en', width: 36 },
  props: { phrase: 'dic.entry.props', width: 36 },
  valid: { phrase: 'dic.entry.valid', width: 8, cell: ({ valid }) => yesNo(valid, locale) },
  shipped: { phrase: 'dic.entry.shipped', width: 30 },
});

async function entriesOf(db: Kysely<DB>, dics: readonly DicRow[], locale: Locale): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select d.code as dic, ${named(locale, 'd')} as "dicName", f.code, f.valid, f.shipped ->> 'label' as shipped,
           coalesce((select l ->> 'label' from jsonb_array_elements(f.labels) l where l ->> 'language' = 'zh'), f.label) as zh,
           (select l ->> 'label' from jsonb_array_elements(f.labels) l where l ->> 'language' = 'en') as en,
           (select string_agg((p ->> 'code') || '=' || (p ->> 'value'), '; ') from jsonb_array_elements(f.props) p) as props
      from unnest(${dics.map(({ id }) => id)}::uuid[]) with ordinality asked (id, at)
      join sys_dic d on d.id = asked.id
      join sys_dic_field f on f.dic_id = d.id
     order by asked.at, f.sort`.execute(db);
  return rows;
}

export const dicHandlers: Handlers<typeof dicRoutes> = {
  exportDics: async ({ query }, { db, ...asked }) => {
    const { locale } = asked.origin;
    const dics = await Array.fromAsync(await everyRow(db, dicList(query, asked)));
    return sheetOfRows('dictionaries', sheet(locale), await entriesOf(db, dics, locale), locale);
  },
  listDics: ({ query }, { db, ...asked }) => listPage(db, query, dicList(query, asked)),
  getDic: ({ params }, { db, ...asked }) => findDic(db, params.id, asked),
  createDic: dicWrites.create,
  updateDic: dicWrites.update,
  deleteDic: dicWrites.remove,
  getDicUsage: async ({ params }, { db, ...asked }) => {
    const { code } = await findDic(db, params.id, asked);
    return usesOf(db, code, null, asked.origin.locale);
  },
};
