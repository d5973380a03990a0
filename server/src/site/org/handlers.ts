import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { Org, orgRoutes } from '@kuwei/contract/wms/org';
import { sql, type Kysely } from 'kysely';
import { conditionsOf, rowsOf } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type SortsOf } from '../../db/list.ts';
import type { DB, WmsOrg } from '../../db/types.ts';
import { anyOf } from '../../db/rows.ts';
import { byName, named } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { Handlers } from '../../http/register.ts';
import { ownerOrg } from '../../wms/scope.ts';

export const orgHandlers: Handlers<typeof orgRoutes> = {
  // Without an idempotency key: repeating it has the same effect.
  switchOrg: {
    own: ({ body }, { write }) =>
      write(async ({ trx, caller, origin, emit, logChange }) => {
        const member = await trx
          .selectFrom('wms_org_user as m')
          .innerJoin('wms_org as o', 'o.id', 'm.org_id')
          .where('m.user_id', '=', caller.userId)
          .where('m.org_id', '=', body.orgId)
          .where('o.valid', '=', true)
          .select('o.id')
          .executeTakeFirst();
        if (!member) throw new AppError('NOT_FOUND');
        await trx.updateTable('sys_session').set({ org_id: body.orgId }).where('id', '=', caller.sessionId).execute();
        emit({ to: [caller.userId], ...EVENTS.rights, d: { orgId: body.orgId } });
        logChange({ entity: 'session', id: caller.sessionId, change: { orgId: body.orgId } });
        return self(trx, body.orgId, origin.locale);
      }),
  },

  listMyOrgs: async (_, { db, caller, origin: { locale } }) => {
    const { rows } = await sql<Org>`
      select o.id, o.code, ${named(locale, 'o')} as name, o.type, m.relation, o.id is not distinct from ${caller.orgId}::uuid as selected
        from wms_org_user m join wms_org o on o.id = m.org_id
       where m.user_id = ${caller.userId} and o.valid
       order by o.type, ${byName(locale, 'o')}, o.id`.execute(db);
    return rows;
  },

  getSelf: async (_, { db, caller, origin }) => self(db, ownerOrg(caller), origin.locale),

  // Buyers name the supplier, and see no research groups.
  selectSuppliers: ({ query }, { db, origin }) => choose(db, { ...query, type: ['SUPPLIER'] }, origin.locale),
  selectOrgs: ({ query }, { db, origin }) => choose(db, query, origin.locale),
  getOrgOption: ({ params }, { db, origin }) =>
    oneRow(db, sql<{ id: string }>`select id from wms_org where id = ${params.id}`, options(origin.locale)),
};

type ChooseQuery = QueryOf<(typeof orgRoutes)['selectOrgs']>;
type OrgOption = ReplyOf<(typeof orgRoutes)['selectOrgs']>['list'][number];

function choose(db: Kysely<DB>, query: ChooseQuery, locale: Locale): Promise<Page<OrgOption>> {
  const sorts: SortsOf<ChooseQuery> = { name: { by: byName(locale, 'o') } };
  const conditions = conditionsOf(query, {
    type: (types) => sql`o.type = any(${types}::text[])`,
    q: (q) => sql`${matchesText(sql`o.search`, q)}`,
    ids: (ids) => sql`o.id = ${anyOf(ids)}`,
    except: (id) => sql`o.id <> ${id}`,
  });
  return listPage(db, query, {
    id: sql`o.id`,
    from: sql`wms_org o where ${all([sql`o.valid`, ...conditions])}`,
    order: orderOf(query.sort ?? 'name', sorts, sql`o.id`),
    rows: options(locale),
  });
}

const options = (locale: Locale) =>
  rowsOf<OrgOption, { o: WmsOrg }>(
    { id: 'o.id', code: 'o.code', name: named(locale, 'o'), type: 'o.type' },
    sql`page join wms_org o on o.id = page.id`,
  );

async function self(db: Kysely<DB>, id: string, locale: Locale) {
  const found = await db
    .selectFrom('wms_org as o')
    .where('id', '=', id)
    .select(['id', 'code', named(locale, 'o').as('name'), 'type', 'address', 'contact', 'phone', 'valid'])
    .executeTakeFirstOrThrow();
  const warehouses = await db
    .selectFrom('wms_warehouse as w')
    .where('org_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .select(['id', 'code', named(locale, 'w').as('name')])
    .execute();
  return { ...found, warehouses };
}
