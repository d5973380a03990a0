import { containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { When } from '../../ui/When.tsx';
import { Gauge } from '../place/Meter.tsx';
import { Conditions, Groups } from '../place/PlaceRules.tsx';
import type { TreeItem } from '../place/tree-items.ts';
import type { PlaceTreeState } from '../place/use-place-tree.ts';
import { usedPercent } from '../place/used.ts';
import { Children } from './Children.tsx';
import { ContainerBoxes } from './ContainerBoxes.tsx';
import { ContainerHead } from './ContainerHead.tsx';

interface ContainerDetailProps {
  id: string;
  tree: PlaceTreeState;
  hrefOf: (item: TreeItem) => string;
}

export function ContainerDetail({ id, tree, hrefOf }: ContainerDetailProps) {
  const { data, error, refetch, isFetching } = usePageQuery(containerRoutes.getContainer, { params: { id } });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const children = tree.items.filter((item) => item.parentId === id);
  return (
    <>
      <ContainerHead container={data} tree={tree} hrefOf={hrefOf} />
      <Gauges container={data} />
      <ContainerFacts container={data} />
      {children.length > 0 && <Children items={children} hrefOf={hrefOf} />}
      <ContainerBoxes container={data} hasChildren={children.length > 0} />
    </>
  );
}

function Gauges({ container }: { container: Container }) {
  const t = useT();
  const { boxes, occupiedBoxes, usedVolumeL, maxVolumeL, usedMassKg, maxMassKg } = container;
  const share = boxes === 0 ? null : Math.round((100 * occupiedBoxes) / boxes);
  return (
    <div className="gauges">
      <Gauge label={t('wms.container.occupied')} percent={share}>
        {`${grouped(String(occupiedBoxes))} / ${grouped(String(boxes))}`}
      </Gauge>
      <Gauge label={t('place.volume')} percent={usedPercent(usedVolumeL, maxVolumeL)}>
        {limitText(usedVolumeL, maxVolumeL, 'L')}
      </Gauge>
      <Gauge label={t('place.mass')} percent={usedPercent(usedMassKg, maxMassKg)}>
        {limitText(usedMassKg, maxMassKg, 'kg')}
      </Gauge>
    </div>
  );
}

/** `12.5 / 500 L`; only the used amount where there is no limit. */
const limitText = (used: string, max: string | null, unit: string): string =>
  `${grouped(used)}${max === null ? '' : ` / ${grouped(max)}`} ${unit}`;

function ContainerFacts({ container }: { container: Container }) {
  const t = useT();
  const { conditionsInside, conditionsOffered, groupsInside, allowedGroups, hazardAllowed, dualLock, remark } = container;
  return (
    <dl className="place-facts">
      <div>
        <dt>{t('wms.container.type')}</dt>
        <dd>{say(`wms.container.type.${container.type}`)}</dd>
      </div>
      <div>
        <dt>{t('wms.container.conditions')}</dt>
        <dd>
          <Conditions conditions={conditionsInside} own={conditionsOffered} />
        </dd>
      </div>
      <div>
        <dt>
          {t('wms.container.groups')}
          {allowedGroups === null && groupsInside !== null && ` · ${t('container.groupsFromAbove')}`}
        </dt>
        <dd>
          <Groups groups={groupsInside} />
        </dd>
      </div>
      <div>
        <dt>{t('wms.container.hazardAllowed')}</dt>
        <dd>{t(hazardAllowed ? 'value.yes' : 'value.no')}</dd>
      </div>
      <div>
        <dt>{t('wms.container.dualLock')}</dt>
        <dd>{t(dualLock ? 'value.yes' : 'value.no')}</dd>
      </div>
      <div>
        <dt>{t('container.updated')}</dt>
        <dd>
          {container.updatedBy} <When at={container.updatedAt} />
        </dd>
      </div>
      {remark !== null && remark !== '' && (
        <div className="wide">
          <dt>{t('wms.container.remark')}</dt>
          <dd>{remark}</dd>
        </div>
      )}
    </dl>
  );
}
