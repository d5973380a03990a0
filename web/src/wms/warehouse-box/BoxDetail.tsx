// A box: what lies in it, what it takes, what can be done with it. Stands beside lists and racks.
import { boxRoutes, type Box } from '@kuwei/contract/wms/warehouse-box';
import { usePageQuery } from '../../api/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { MoreActions } from '../../table/RowActions.tsx';
import { boxLook } from '../place/box-look.ts';
import { containerAddress } from '../place/addresses.ts';
import { Gauge } from '../place/Meter.tsx';
import { Conditions, Groups } from '../place/PlaceRules.tsx';
import { useMaySeeStock } from '../place/rights.ts';
import { usedPercent } from '../place/used.ts';
import { useBoxActions } from './box-actions.tsx';
import { BoxStock } from './BoxStock.tsx';
import '../place/place.css';

interface BoxDetailProps {
  id: string;
  /** As the list beside it has it, shown until the box itself is here. */
  row?: Box | undefined;
  onClose: () => void;
}

export function BoxDetail({ id, row, onClose }: BoxDetailProps) {
  const { data, error, refetch, isFetching } = usePageQuery(boxRoutes.getBox, { params: { id } });
  const box = data ?? row;
  const mayNotSee = !useMaySeeStock();
  if (!box) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <PageSkeleton />;
  return (
    <article className="box-detail">
      <BoxHead box={box} onGone={onClose} />
      <BoxGauges box={box} />
      {!mayNotSee && <BoxStock box={box} />}
      <BoxFacts box={box} />
    </article>
  );
}

function BoxHead({ box, onGone }: { box: Box; onGone: () => void }) {
  const t = useT();
  const { actionsOf, dialog } = useBoxActions(onGone);
  const [first, second, ...others] = actionsOf(box);
  return (
    <header className="box-head">
      <h2 className="place-title">
        <span className="kw-code">{box.code}</span>
        <CopyButton text={box.code} />
        <StateTag look={boxLook(box)} />
      </h2>
      <p className="place-way">
        {box.warehouseName} /{' '}
        <PageLink className="kw-link" to={containerAddress(box.containerId)} title={box.path}>
          {box.containerCode} {box.containerName}
        </PageLink>
      </p>
      <div className="place-actions">
        {[first, second].map(
          (action) =>
            action &&
            (action.to === undefined ? (
              <button
                key={action.key}
                type="button"
                className="kw-button small"
                disabled={action.reason !== undefined}
                title={action.reason}
                onClick={() => void action.run?.()}
              >
                {action.label}
              </button>
            ) : (
              <PageLink key={action.key} className="kw-button small" to={action.to}>
                {action.label}
              </PageLink>
            )),
        )}
        {others.length > 0 && <MoreActions name={box.code} actions={others} tabIndex={0} />}
      </div>
      {box.lockReason === 'COUNT' && <p className="place-note">{t('box.inCount')}</p>}
      {dialog}
    </header>
  );
}

function BoxGauges({ box }: { box: Box }) {
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

function BoxFacts({ box }: { box: Box }) {
  const t = useT();
  const { type, ownerOrgName, mixPolicy, conditionsOffered, allowedGroups, remark } = box;
  return (
    <dl className="place-facts">
      <div>
        <dt>{t('wms.box.type')}</dt>
        <dd>{ownerOrgName === null ? say(`wms.box.type.${type}`) : t('box.exclusiveFor', { name: ownerOrgName })}</dd>
      </div>
      <div>
        <dt>{t('wms.box.mixPolicy')}</dt>
        <dd>{say(`wms.box.mixPolicy.${mixPolicy}`)}</dd>
      </div>
      <div>
        <dt>{t('wms.container.conditions')}</dt>
        <dd>
          <Conditions conditions={conditionsOffered} />
        </dd>
      </div>
      <div>
        <dt>{t('wms.container.groups')}</dt>
        <dd>
          <Groups groups={allowedGroups} />
        </dd>
      </div>
      {remark !== null && remark !== '' && (
        <div className="wide">
          <dt>{t('wms.box.remark')}</dt>
          <dd>{remark}</dd>
        </div>
      )}
    </dl>
  );
}
