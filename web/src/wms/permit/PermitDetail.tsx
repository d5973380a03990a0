import { permitRoutes, type Permit } from '@kuwei/contract/wms/permit';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { fileAddress } from '../../ui/Thumb.tsx';
import { When } from '../../ui/When.tsx';
import { permitLook } from './looks.ts';
import { permittedGoods } from './permit-list.tsx';
import { PermitUses } from './PermitUses.tsx';

interface PermitDetailProps {
  id: string;
  row: Permit | undefined;
  actionsOf: (permit: Permit) => readonly RowAction[];
}

type HeadField = 'state' | 'span' | 'number' | 'controlClass';
type OmittedField =
  | 'id'
  | 'rev'
  | 'orgId'
  | 'warehouseId'
  | 'productIds'
  | 'unit'
  | 'fileId'
  | 'uses'
  | `may${'Edit' | 'Check' | 'Revoke'}`;

/** A permit in the side pane: goods, remaining amount, and the deposits that use it. */
export function PermitDetail({ id, row, actionsOf }: PermitDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(permitRoutes.getPermit, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { number, controlClass, unit, fileId, fileName } = data;
  const amountOf = (qty: string | null) => (qty === null || unit === null ? null : <Quantity qty={qty} unit={unit} />);
  return (
    <>
      <DetailHead
        title={number}
        marks={
          <>
            <StateTag look={permitLook(data)} />
            <ControlMarks flags={[controlClass]} />
          </>
        }
        actions={<ActionButtons name={number} actions={actionsOf(data)} />}
      />
      <Facts
        facts={factsOf<Permit, HeadField | OmittedField>({
          reason: [t('wms.permit.reason'), data.reason],
          kind: [t('wms.permit.kind'), <DicName key="kind" dic="WMS_PERMIT_KIND" code={data.kind} />],
          admits: !data.admits && [t('wms.permit.admits'), t('wms.permit.admits.no')],
          orgName: [t('wms.permit.org'), data.orgName],
          warehouseName: [t('wms.permit.warehouse'), data.warehouseName],
          products: [t('wms.permit.products'), permittedGoods(data)],
          amount: [t('wms.permit.amount'), amountOf(data.amount) ?? t('permit.noAmount')],
          taken: [t('wms.permit.taken'), amountOf(data.taken)],
          coming: data.coming !== '0' && [t('wms.permit.coming'), amountOf(data.coming)],
          left: [t('wms.permit.left'), amountOf(data.left)],
          validFrom: [t('wms.permit.validFrom'), data.validFrom],
          validUntil: [t('wms.permit.validUntil'), data.validUntil],
          authority: [t('wms.permit.authority'), data.authority],
          fileName: fileId !== null && [
            t('wms.permit.file'),
            <a key="file" className="kw-link" href={fileAddress(fileId)} target="_blank" rel="noreferrer">
              {fileName}
            </a>,
          ],
          note: [t('wms.permit.note'), data.note],
          code: [
            t('wms.permit.code'),
            <span key="code" className="kw-code">
              {data.code}
            </span>,
          ],
          checkedBy: [t('wms.permit.checkedBy'), data.checkedBy],
          checkedAt: data.checkedAt !== null && [t('wms.permit.checkedAt'), <When key="checked" at={data.checkedAt} />],
          createdAt: [t('wms.permit.createdAt'), <When key="created" at={data.createdAt} />],
          updatedAt: [t('list.updated'), <When key="updated" at={data.updatedAt} />],
          updatedBy: [t('wms.permit.updatedBy'), data.updatedBy],
        })}
      />
      <PermitUses permit={data} />
    </>
  );
}
