import { POWERS } from '@kuwei/contract/access';
import { POWER_MODULE_DIC, POWERS_MAX, type Power, type PowerForm, type powerRoutes } from '@kuwei/contract/auth/power';
import type { Locale } from '@kuwei/contract/constants';
import { AppError, type Fault } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { nameIn } from '@kuwei/contract/name';
import { joinList } from '@kuwei/contract/phrase';
import type { Route } from '@kuwei/contract/route';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { valuesOf } from '../../db/columns.ts';
import { everyRow, listPage, mapRows } from '../../db/list.ts';
import type { Db, Trx } from '../../db/open.ts';
import type { Handlers } from '../../http/register.ts';
import { assertOffered } from '../../platform/dic/codes.ts';
import { offeredNames } from '../../platform/dic/names.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { writeHandlers } from '../../platform/record.ts';
import { sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { findHolders } from '../../platform/people.ts';
import { normalizeSpelling } from '../account/cells.ts';
import { lockRights } from '../account/write.ts';
import { prefixFaults } from '../role/built-in.ts';
import { loadGrantScope } from '../role/rights.ts';
import { listPowerUses } from '../role/uses.ts';
import { asPower, routesRequiring, findPower, POWER, powerList, selectPowers, selectRoles, type PowerQuery } from './queries.ts';
import { notifyPowerHolders } from './notify.ts';

type Context = WriteContext<Caller>;

/** @param routes every route */
export function powerHandlers(routes: () => readonly Route[]): Handlers<typeof powerRoutes> {
  const write = writeHandlers<'sys_power', PowerForm, Power>({
    table: 'sys_power',
    codeIndex: 'sys_power_pkey',
    find: (db, id, { origin }) => findPower(db, id, routes(), origin),
    valuesOf: (form) => valuesOf('w', POWER, form),
    insertDefaults: ({ caller }) => ({ created_by: caller.userId }),
    lock: lockRights,
    check: async (context, form, before) => {
      const { trx, origin } = context;
      if (before && before.code !== form.code) throw new AppError('INVALID', { faults: [{ path: 'code', key: 'rule.fixed' }] });
      if (before) await assertMayRename(context, form, before);
      else {
        await assertWithinMaximum(trx);
        const faults = prefixFaults(form.code);
        if (faults.length > 0) throw new AppError('INVALID', { faults });
      }
      await assertDistinctNames(trx, form, before);
      const codes = form.module === null ? [] : [form.module];
      const kept = before?.module ? [before.module] : [];
      await assertOffered(trx, [{ path: 'module', dic: POWER_MODULE_DIC, codes, kept }], origin.locale);
    },
    afterWrite: async (context, _, { code }, before) => {
      if (before === null) await giveToAdministrator(context, code);
    },
    checkUnused: async ({ trx, origin: { locale } }, { code }) => {
      const by = await listPowerUses(trx, code, routesRequiring(routes(), code).length, locale);
      if (by.length > 0) throw new AppError('IN_USE_BY', { params: { by } });
    },
  });

  return {
    exportPowers: ({ query }, { db, origin }) => exportPowers(db, query, routes(), origin.locale),
    selectPowers: (_, { db, origin }) => selectPowers(db, origin.locale),
    selectPowerRoles: (_, { db, origin }) => selectRoles(db, origin.locale),
    listPowers: async ({ query }, { db, origin: { locale } }) => {
      const asking = { routes: routes(), menu: await readMenu(db) };
      const page = await listPage(db, query, powerList(query, asking, locale));
      return { ...page, list: page.list.map((row) => asPower(row, asking, locale)) };
    },
    createPower: (input, context) =>
      notifyAfter(context, async () => {
        await lockRights(context);
        return write.create(input, context);
      }),
    getPowerRecord: ({ params }, { db, origin }) => findPower(db, params.id, routes(), origin),
    updatePower: (input, context) => notifyAfter(context, () => write.update(input, context)),
    deletePower: (input, context) => notifyAfter(context, () => write.remove(input, context)),
  };
}

/** Refreshes the screens of people who manage roles or powers. */
async function notifyAfter<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const done = await work();
  await notifyPowerHolders(context, [POWERS.role, POWERS.power], EVENTS.power);
  return done;
}

/**
 * Built-in powers may be renamed only by people who hold them: others grant powers by these texts and could be misled.
 * @throws AppError BEYOND_RIGHTS
 */
async function assertMayRename({ trx, caller, origin: { locale } }: Context, form: PowerForm, before: Power): Promise<void> {
  const field = (['name', 'nameEn', 'description'] as const).find((each) => form[each] !== before[each]);
  if (field === undefined || !before.builtIn) return;
  const { everything, powers } = await loadGrantScope(trx, { caller, locale });
  if (!everything && !powers.has(before.code))
    throw new AppError('BEYOND_RIGHTS', { params: { names: joinList(locale, [nameIn(locale, before)]) }, field });
}

/** Runs under the rights lock. @throws AppError POWERS_MAX */
async function assertWithinMaximum(trx: Trx): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sys_power`.execute(trx);
  if (rows[0]!.n >= POWERS_MAX) throw new AppError('POWERS_MAX', { params: { max: POWERS_MAX } });
}

/** Unchanged names may stay. @throws AppError INVALID for a name that another power has */
async function assertDistinctNames(trx: Trx, form: PowerForm, before: Power | null): Promise<void> {
  const others = (await trx.selectFrom('sys_power').select(['code', 'name', 'name_en']).execute()).filter(
    ({ code }) => code !== form.code,
  );
  const faults = (['name', 'nameEn'] as const).flatMap((path): Fault[] => {
    if (before?.[path] === form[path]) return [];
    const wanted = normalizeSpelling(form[path]);
    const other = others.find(({ code, name, name_en }) =>
      [code, name, name_en].some((each) => normalizeSpelling(each) === wanted),
    );
    return other ? [{ path, key: 'rule.powerAlike', params: { name: form[path], code: other.code } }] : [];
  });
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}

/** Administrators have every power; otherwise a new one could not be granted to anyone (decision 117). */
async function giveToAdministrator({ trx, emit }: Context, code: string): Promise<void> {
  await sql`insert into sys_role_power (role_code, power_code) values ('ROLE_ADMIN', ${code})`.execute(trx);
  emit({ to: await findHolders(trx, 'ROLE_ADMIN', null), ...EVENTS.rights, d: {} });
}

async function exportPowers(db: Db, query: PowerQuery, routes: readonly Route[], locale: Locale) {
  const asking = { routes, menu: await readMenu(db) };
  const moduleName = await offeredNames(db, POWER_MODULE_DIC, locale);
  const list = (things: readonly { name: string }[]): string => things.map(({ name }) => name).join('; ');
  const columns: SheetColumns<Power, 'id' | 'createdAt' | 'updatedBy' | 'rev'> = {
    module: { phrase: 'rights.power.module', width: 16, cell: (row) => (row.module === null ? null : moduleName(row.module)) },
    code: { phrase: 'rights.power.code', width: 30 },
    name: { phrase: 'rights.power.name', width: 20 },
    nameEn: { phrase: 'rights.power.nameEn', width: 26 },
    description: { phrase: 'rights.power.description', width: 40 },
    builtIn: { phrase: 'rights.power.builtIn', width: 10 },
    roles: { phrase: 'rights.power.roles', width: 40, cell: (row) => list(row.roles) },
    people: { phrase: 'rights.power.people', width: 10 },
    menu: { phrase: 'rights.power.menu', width: 30, cell: (row) => list(row.menu) },
    calls: {
      phrase: 'rights.power.calls',
      width: 60,
      cell: (row) => row.calls.map(({ code, name }) => `${name} (${code})`).join('; '),
    },
    updatedAt: { phrase: 'rights.role.updatedAt', width: 18, as: 'moment' },
  };
  const rows = async () => mapRows(await everyRow(db, powerList(query, asking, locale)), (row) => asPower(row, asking, locale));
  return sheetOfRows('powers', columns, rows, locale);
}
