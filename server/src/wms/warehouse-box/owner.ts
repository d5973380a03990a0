import { AppError } from '@kuwei/contract/error';
import type { BoxForm } from '@kuwei/contract/wms/warehouse-box';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';

/** An exclusive box has an owner, a shared one has none. */
export async function assertOwner(db: Kysely<DB>, form: Pick<BoxForm, 'type' | 'ownerOrgId'>): Promise<void> {
  if ((form.type === 'EXCLUSIVE') !== (form.ownerOrgId !== null))
    throw new AppError('INVALID', {
      faults: [{ path: 'ownerOrgId', key: form.ownerOrgId === null ? 'rule.required' : 'rule.empty' }],
    });
  if (form.ownerOrgId === null) return;
  const org = await db
    .selectFrom('wms_org')
    .where('id', '=', form.ownerOrgId)
    .where('valid', '=', true)
    .where('type', '<>', 'WAREHOUSE')
    .select('id')
    // Serializes with disabling or merging the owner.
    .forKeyShare()
    .executeTakeFirst();
  if (!org) throw new AppError('NOT_FOUND', { field: 'ownerOrgId' });
}
