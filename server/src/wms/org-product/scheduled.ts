// Takes down listings by date, and notifies of listings that came down automatically: the causing commit takes them down, but
// sends no messages.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { ListingCause } from '@kuwei/contract/wms/org-product';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { say } from '../../phrase.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { notifyAll } from '../../platform/msg-inbox/notify.ts';
import { notifyOrgs } from '../owners.ts';

/** Per run; the rest follow a minute later. */
const MOST = 500;

/** @returns number of listings taken down, with notifications */
export async function takeDownExpired(services: Services): Promise<number> {
  const years = services.settings.get('WMS_SDS_YEARS');
  const over = sql`select l.id from wms_org_product l join wms_product p on p.id = l.product_id
    where l.state = 'ON' and (l.until_day < current_date or p.sds_rev_date < current_date - make_interval(years => ${years}::int))`;
  const due = await sql`${over} union all select id from wms_org_product where to_tell is not null limit 1`.execute(services.db);
  if (due.rows.length === 0) return 0;
  return runAsSystem(services, 'listings taken down', async (context) => {
    await sql`select wms_shelf_clear(array(${over} order by l.id limit ${MOST}), ${years}::int)`.execute(context.trx);
    const down = await claimUnnotified(context);
    for (const each of down) await notifyTakenDown(context, each);
    for (const { id, cause } of down)
      context.logChange({ entity: 'wms_org_product', id, change: { state: ['ON', 'OFF'], cause } });
    if (down.length > 0) context.emit({ to: 'all', ...EVENTS.listing, d: {} });
    return down.length;
  });
}

interface TakenDownListing {
  id: string;
  orgId: string;
  productId: string;
  cause: ListingCause;
  product: BothNames;
  org: BothNames;
  /** User who listed it. */
  by: string | null;
}

async function claimUnnotified({ trx }: WriteContext<Caller>): Promise<TakenDownListing[]> {
  const { rows } = await sql<TakenDownListing>`
    with due as (select id, to_tell from wms_org_product where to_tell is not null order by id limit ${MOST} for no key update),
         notified as (update wms_org_product l set to_tell = null from due where l.id = due.id returning l.*)
    select l.id, l.org_id as "orgId", l.product_id as "productId", e.cause, ${bothNames('p')} as product, ${bothNames('o')} as org,
           (select u.user_id from wms_org_product_event u
             where u.org_product_id = l.id and u.what = 'UP' and u.id < e.id order by u.id desc limit 1) as by
      from notified l join due on due.id = l.id join wms_org_product_event e on e.id = due.to_tell
      join wms_product p on p.id = l.product_id join wms_org o on o.id = l.org_id`.execute(trx);
  return rows;
}

/** Notifies the owners and the user who listed it. */
async function notifyTakenDown(
  context: WriteContext<Caller>,
  { id, orgId, productId, cause, product, org, by }: TakenDownListing,
): Promise<void> {
  const key = `wms.listing.cause.${cause}` satisfies PhraseKey;
  const what = {
    template: 'msg.shelfDown' as const,
    params: { product, org, cause: { zh: say('zh', key), en: say('en', key) } },
    about: { bc: 'wms', fc: 'org-product', objectId: id },
  };
  await notifyOrgs(context, [orgId], { ...what, page: `wms/product-box/list?productId=${productId}` });
  if (by !== null) await notifyAll(context, [{ ...what, to: [by], link: `/admin/wms/org-product?show=${id}` }]);
}
