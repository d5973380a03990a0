// A box in the side pane of lists and racks: contents, rules and actions.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { boxRoutes, type Box } from '@kuwei/contract/wms/warehouse-box';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { containerAddress } from '../addresses.ts';
import { CountHold } from '../goods/CountHold.tsx';
import { Gauge } from '../place/Meter.tsx';
import { Conditions, Groups } from '../place/PlaceRules.tsx';
import { usedPercent } from '../place/used.ts';
import { useBoxActions } from './box-actions.tsx';
import { BoxStock } from './BoxStock.tsx';
import { boxLook } from './looks.ts';

interface BoxDetailProps {
  id: string;
  /** The list's row, shown until the box is loaded. */
  row?: Box | undefined;
  onClose: () => void;
}

export function BoxDetail({ id, row, onClose }: BoxDetailProps) {
  const { data, error, refetch, isFetching } = usePageQuery(boxRoutes.getBox, { params: { id } });
  const maySeeStock = useMayCall()(productBoxRoutes.listStock);
  const box = data ?? row;
  if (!box) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  return (
    <>
      <Head box={box} onGone={onClose} />
      <Limits box={box} />
      {maySeeStock && <BoxStock box={box} />}
      <Rules box={box} />
    </>
  );
}

function Head({ box, onGone }: { box: Box; onGone: () => void }) {
  const { actionsOf, dialog } = useBoxActions(onGone);
  return (
    <>
      <DetailHead
        title={
          <>
            <span className="kw-code">{box.code}</span> <CopyButton text={box.code} />
          </>
        }
        marks={
          <>
            <StateTag look={boxLook(box)} />
            {box.count !== null && <CountHold count={box.count} />}
            <PageLink className="kw-link" to={containerAddress(box.containerId)} title={box.path}>
              {box.warehouseName} / {box.containerCode} {box.containerName}
            </PageLink>
          </>
        }
        actions={<ActionButtons name={box.code} actions={actionsOf(box)} />}
      />
      {dialog}
    </>
  );
}

function Limits({ box }: { box: Box }) {
  const t = useT();
  const maxLines = box.maxLines === null ? null : String(box.maxLines);
  const limits = [
    ['place.volume', box.usedVolumeL, box.maxVolumeL, 'L'],
    ['place.mass', box.usedMassKg, box.maxMassKg, 'kg'],
    ['place.lines', String(box.lines), maxLines, ''],
  ] as const;
  return (
    <div className="gauges">
      {limits.map(([label, used, max, unit]) => (
        <Gauge key={label} label={t(label)} percent={usedPercent(used, max)}>
          {grouped(used)}
          {max !== null && ` / ${grouped(max)}`} {unit}
        </Gauge>
      ))}
    </div>
  );
}

/** Shown above the rules, as part of another fact, or not at all. */
type OmittedField =
  | 'id'
  | 'containerId'
  | 'code'
  | 'row'
  | 'col'
  | 'ownerOrgId'
  | 'maxVolumeL'
  | 'maxMassKg'
  | 'maxLines'
  | 'containerCode'
  | 'containerName'
  | 'containerType'
  | 'warehouseId'
  | 'warehouseName'
  | 'path'
  | 'ownerOrgName'
  | 'qrToken'
  | 'state'
  | 'lockReason'
  | 'count'
  | 'occupied'
  | 'lines'
  | 'usedVolumeL'
  | 'usedMassKg'
  | 'groups'
  | 'owners'
  | 'rev'
  | 'createdAt'
  | 'updatedAt'
  | 'updatedBy';

function Rules({ box }: { box: Box }) {
  const t = useT();
  const { type, ownerOrgName, mixPolicy, conditionsOffered, allowedGroups, remark } = box;
  const usage = ownerOrgName === null ? say(`wms.box.type.${type}`) : t('box.exclusiveFor', { name: ownerOrgName });
  return (
    <Facts
      title={t('box.rules')}
      facts={factsOf<Box, OmittedField>({
        type: [t('wms.box.type'), usage],
        mixPolicy: [t('wms.box.mixPolicy'), say(`wms.box.mixPolicy.${mixPolicy}`)],
        conditionsOffered: [t('wms.container.conditions'), <Conditions key="conditions" conditions={conditionsOffered} />],
        allowedGroups: [t('wms.container.groups'), <Groups key="groups" groups={allowedGroups} />],
        remark: [t('wms.box.remark'), remark],
      })}
    />
  );
}
