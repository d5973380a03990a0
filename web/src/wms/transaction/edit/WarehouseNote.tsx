// Below the head of a request: opening hours and place of the warehouse, and the remaining quota.
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { useRoleOrg } from '../../../session/role-org.ts';
import { addressText } from '../../review/chain/chain-text.ts';
import { QuotaText } from '../../review/chain/QuotaText.tsx';
import type { EditorLine } from '../../lines/line.ts';
import { withLines } from './own-quota.ts';
import './warehouse-note.css';

interface WarehouseNoteProps {
  type: RequestType;
  warehouseId: string;
  lines: readonly EditorLine[];
  /** The goods are stored for another group: its quota applies, which the applicant doesn't see. */
  isForOther: boolean;
}

export default function WarehouseNote({ type, warehouseId, lines, isForOther }: WarehouseNoteProps) {
  const t = useT();
  const { data: warehouses } = usePageQuery(warehouseRoutes.selectWarehouses, undefined);
  const place = warehouses?.find(({ id }) => id === warehouseId);
  return (
    <div className="warehouse-note">
      {place && (
        <section aria-label={t(`chain.place.${type}`)}>
          <h2>{t(`chain.place.${type}`)}</h2>
          <p>{addressText({ warehouseCampus: place.campus, warehouseAddress: place.address }) ?? t('chain.noAddress')}</p>
          <p>
            {t('wms.warehouse.openingHours')} {place.openingHours ?? t('chain.noHours')}
          </p>
        </section>
      )}
      {type === 'INBOUND' && !isForOther && <OwnQuota warehouseId={warehouseId} lines={lines} />}
    </div>
  );
}

function OwnQuota({ warehouseId, lines }: Pick<WarehouseNoteProps, 'warehouseId' | 'lines'>) {
  const t = useT();
  const { org } = useRoleOrg(usePage().pageRole);
  const { data } = usePageQuery(quotaRoutes.getOwnQuota, { query: { warehouseId } });
  if (!data || !org) return null;
  const quota = withLines(data, lines);
  return (
    <section aria-label={t('chain.quota')}>
      <h2>{t('chain.quotaHere', { owner: org.name })}</h2>
      <QuotaText quota={quota} />
      {quota.over && <p className="warehouse-note-over">{t('chain.quota.asksSecond')}</p>}
    </section>
  );
}
