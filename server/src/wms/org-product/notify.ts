// Notifies owners of what the warehouse lists for them.
import type { Listing } from '@kuwei/contract/wms/org-product';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { notifyOrgs } from '../owners.ts';

/** One message per owner. */
export async function notifyPutUp(context: WriteContext<Caller>, listings: readonly Listing[]): Promise<void> {
  for (const [orgId, theirs] of Map.groupBy(listings, (listing) => listing.orgId)) {
    const [first] = theirs;
    const { rows } = await sql<{ org: BothNames; product: BothNames }>`
      select ${bothNames('o')} as org, ${bothNames('p')} as product
        from wms_org o, wms_product p where o.id = ${orgId} and p.id = ${first!.productId}`.execute(context.trx);
    const { org, product } = rows[0]!;
    await notifyOrgs(context, [orgId], {
      template: 'msg.shelfUp',
      params: { org, first: product, count: theirs.length },
      // Several listings are no object of their own: a takedown of one replaces no message about the others.
      about: { bc: 'wms', fc: 'org-product', objectId: theirs.length === 1 ? first!.id : newId() },
      page: `wms/share/offer?orgId=${orgId}`,
    });
  }
}
