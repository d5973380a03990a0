// Global search: each kind is checked against the permission and scope of its own list, so a search shows nothing more than the
// lists.
import { isAllowed } from '@kuwei/contract/access';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import type { Locale } from '@kuwei/contract/constants';
import type { Needs } from '@kuwei/contract/route';
import { FOUND_MAX, type findRoutes, type Found } from '@kuwei/contract/sys/find';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql, type RawBuilder } from 'kysely';
import { named } from '../db/named.ts';
import { prefixPattern, like, matchesText, matchesPerson } from '../db/search.ts';
import type { Handlers } from '../http/register.ts';
import { isBatchVisible } from '../wms/batch/queries.ts';
import { managesProducts } from '../wms/product/queries.ts';
import { findReadScope, type ReadScope } from '../wms/scope.ts';
import { isPlaceVisible } from '../wms/read-conditions.ts';
import { isDocumentVisible } from '../wms/transaction/document.ts';
import { isReversed } from '../wms/transaction/document-status-sql.ts';

export const findHandlers: Handlers<typeof findRoutes> = {
  find: async ({ query }, { db, caller, origin: { locale } }) => {
    const q = normalizeText(query.q).toLowerCase();
    const may = ({ needs }: { needs: Needs }): boolean => typeof needs !== 'string' && isAllowed(needs, caller.effective);
    const sight = findReadScope(caller);
    const ask = <T>(rows: RawBuilder<T>): Promise<T[]> => rows.execute(db).then((answer) => answer.rows);
    const mayListPeople = may(accountRoutes.listAccounts);
    const [documents, products, batches, boxes, orgs, users] = await Promise.all([
      sight && may(transactionRoutes.listTransactions) ? ask(documentsOf(q, sight, locale)) : [],
      may(productRoutes.listProducts) ? ask(productsOf(q, managesProducts(caller), locale)) : [],
      sight && may(batchRoutes.listBatches) ? ask(batchesOf(q, sight, locale)) : [],
      sight?.own.kind === 'warehouse' && may(boxRoutes.listBoxes) ? ask(boxesOf(q, sight, locale)) : [],
      may(orgRecordRoutes.listOrgs) ? ask(orgsOf(q, locale)) : [],
      mayListPeople || may(proxyRoutes.listAuthUsers) ? ask(usersOf(q, mayListPeople)) : [],
    ]);
    return { documents, products, batches, boxes, orgs, users };
  },
};

/** Prefix matches rank before other matches. */
const begins = (column: RawBuilder<unknown>, q: string): RawBuilder<unknown> => sql`starts_with(lower(${column}), ${q}) desc`;

/** Two letters match only the beginning of document numbers, which are many. */
const documentsOf = (q: string, sight: ReadScope, locale: Locale) => sql<Found['documents'][number]>`
  select t.id, t.no as code, t.type, t.state, t.reverses_id is not null as reversal, ${isReversed} as reversed,
         ${named(locale, 'o')} as name
    from wms_transaction t
    join wms_warehouse w on w.id = t.warehouse_id
    join wms_org o on o.id = t.owner_org_id
   where ${isDocumentVisible(sight)} and lower(t.no) like ${prefixPattern(q) ?? like(q)}
   order by t.created_at desc, t.id desc limit ${FOUND_MAX}`;

const productsOf = (q: string, unreleased: boolean, locale: Locale) => sql<Found['products'][number]>`
  select p.id, p.code, ${named(locale, 'p')} as name, p.cas
    from wms_product p
   where p.deleted_at is null and (${unreleased} or p.state = 'ACTIVE') and ${matchesText(sql`p.search`, q)}
   order by ${begins(sql`p.code`, q)}, ${begins(named(locale, 'p'), q)}, p.code, p.id limit ${FOUND_MAX}`;

/** Two letters match only the beginning of batch numbers, which are many; `-` is the placeholder for none. */
const batchesOf = (q: string, sight: ReadScope, locale: Locale) => sql<Found['batches'][number]>`
  select b.id, b.batch_no as code, ${named(locale, 'p')} as name
    from wms_batch b
    join wms_product p on p.id = b.product_id
   where b.batch_no <> '-' and lower(b.batch_no) like ${prefixPattern(q) ?? like(q)} and ${isBatchVisible(sight)}
   order by b.updated_at desc, b.id desc limit ${FOUND_MAX}`;

const boxesOf = (q: string, sight: ReadScope, locale: Locale) => sql<Found['boxes'][number]>`
  select b.id, b.code, ${named(locale, 'w')} as name
    from wms_warehouse_box b
    join wms_container c on c.id = b.container_id
    join wms_warehouse w on w.id = b.warehouse_id
   where ${isPlaceVisible(sight, sql`c.id`)} and w.deleted_at is null and c.deleted_at is null and lower(b.code) like ${like(q)}
   order by ${begins(sql`b.code`, q)}, b.code collate wms_natural, b.id limit ${FOUND_MAX}`;

const orgsOf = (q: string, locale: Locale) => sql<Found['orgs'][number]>`
  select o.id, o.code, ${named(locale, 'o')} as name
    from wms_org o
   where ${matchesText(sql`o.search`, q)}
   order by o.valid desc, ${begins(sql`o.code`, q)}, ${begins(named(locale, 'o'), q)}, o.code collate wms_natural, o.id limit ${FOUND_MAX}`;

/** @param isWhole searches e-mail and phone too, as the list of users does */
const usersOf = (q: string, isWhole: boolean) => sql<Found['users'][number]>`
  select u.id, u.username as code, u.name
    from sys_user u
   where u.deleted_at is null
     and ${isWhole ? matchesText(sql`u.search`, q) : matchesPerson('u', q)}
   order by ${begins(sql`u.username`, q)}, ${begins(sql`u.name`, q)}, u.username, u.id limit ${FOUND_MAX}`;
