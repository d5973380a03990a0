import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { isSecret, settingOf, type AnySettingValue, type SettingCode } from '@kuwei/contract/setting';
import type { configRoutes, SettingRecord, SettingRow } from '@kuwei/contract/sys/config';
import type { Caller, OwnContext, ReadContext, WriteContext } from '../../context.ts';
import { offsetOf } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { sheetOfRows, yesNo, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { normalizeSettingValue } from '../../setting-value.ts';
import { findSetting, findSettings, historyOf, settingCode } from './queries.ts';
import { writeSetting } from './write.ts';

const toSettingQuery = ({ db, services: { settings }, origin: { locale } }: ReadContext) => ({ db, settings, locale });

const sheet = (locale: Locale): SheetColumns<SettingRow, 'kind' | 'value' | 'rev'> => ({
  id: { phrase: 'config.code', width: 32 },
  name: { phrase: 'config.name', width: 30 },
  group: { phrase: 'config.group', width: 16, cell: ({ group }) => say(locale, `config.group.${group}`) },
  shown: { phrase: 'config.value', width: 30 },
  shownDefault: { phrase: 'config.default', width: 20 },
  source: { phrase: 'config.source', width: 14, cell: ({ source }) => say(locale, `config.source.${source}`) },
  public: { phrase: 'config.public', width: 10, cell: (row) => yesNo(row.public, locale) },
  description: { phrase: 'config.description', width: 60 },
  updatedBy: { phrase: 'config.updatedBy', width: 14 },
  updatedAt: { phrase: 'config.updated', width: 20, as: 'moment' },
  lastReason: { phrase: 'config.reason', width: 40 },
});

/**
 * Secrets get no stored idempotent reply: the key is stored with a plain hash of the body, from which a secret could be guessed.
 */
async function updateSetting(
  context: OwnContext<Caller>,
  code: SettingCode,
  work: (context: WriteContext<Caller>) => Promise<void>,
): Promise<SettingRecord> {
  const once = isSecret(code) ? context.write : context.once;
  await once(async (write) => {
    await work(write);
    return null;
  });
  return findSetting(toSettingQuery(context), code);
}

export const configHandlers: Handlers<typeof configRoutes> = {
  exportConfig: async ({ query }, context) =>
    sheetOfRows(
      'settings',
      sheet(context.origin.locale),
      await findSettings(toSettingQuery(context), query),
      context.origin.locale,
    ),

  listConfig: async ({ query }, context) => {
    const rows = await findSettings(toSettingQuery(context), query);
    const from = offsetOf(query);
    const { page, size } = query;
    return { list: rows.slice(from, from + size), total: rows.length, exact: true, page, size };
  },

  getConfig: ({ params }, context) => findSetting(toSettingQuery(context), settingCode(params.id)),

  getConfigHistory: ({ params }, context) => historyOf(toSettingQuery(context), settingCode(params.id)),

  changeConfig: {
    own: async ({ params, body }, context) => {
      const code = settingCode(params.id);
      return updateSetting(context, code, (write) =>
        writeSetting(write, { code, ...body, value: normalizeSettingValue(settingOf(code), body.value) }),
      );
    },
  },

  resetConfig: {
    own: async ({ params, body }, context) => {
      const code = settingCode(params.id);
      return updateSetting(context, code, (write) => writeSetting(write, { code, value: undefined, ...body }));
    },
  },

  restoreConfig: {
    own: async ({ params, body: { to, reason, rev } }, context) => {
      const code = settingCode(params.id);
      return updateSetting(context, code, async (write) => {
        const change = await write.trx
          .selectFrom('sys_config_history')
          .where('code', '=', code)
          .where('rev', '=', to)
          .select(['value', 'kind'])
          .executeTakeFirst();
        if (!change) throw new AppError('NOT_FOUND');
        if (change.kind === 'SET' && change.value === null) throw new AppError('SETTING_NOT_KEPT');
        const value = change.kind === 'RESET' ? undefined : (change.value as AnySettingValue);
        await writeSetting(write, { code, value, reason, rev });
      });
    },
  },
};
