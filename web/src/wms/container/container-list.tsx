import { nameIn } from '@kuwei/contract/name';
import { CONTAINER_TYPES } from '@kuwei/contract/wms/place';
import { containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { locale, say, t } from '../../phrase/phrases.ts';
import { choice, dicOptions, phraseOptions } from '../../table/filter/choice.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { ofLimit } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { MeterCell } from '../place/Meter.tsx';
import { Conditions, Groups } from '../place/PlaceRules.tsx';
import { usedPercent } from '../place/used.ts';

/** Shown beside the tree, which has the search field. */
export const containerList = listOf(containerRoutes.listContainers, {
  name: 'wms.container',
  // The list belongs to one place.
  filtersElsewhere: ['warehouseId', 'parentId'],
  sortsElsewhere: ['warehouse'],
  sort: 'code',
  nameOf: (container) => nameIn(locale(), container),
  columns: [
    {
      key: 'code',
      title: 'wms.container.code',
      sort: 'code',
      card: 'title',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'name',
      title: 'wms.container.name',
      sort: 'name',
      width: 'grow',
      card: 'fact',
      cell: (row) => nameIn(locale(), row),
    },
    {
      key: 'type',
      title: 'wms.container.type',
      sort: 'type',
      card: 'state',
      cell: ({ type }) => say(`wms.container.type.${type}`),
    },
    { key: 'path', title: 'wms.container.path', cell: ({ path }) => <span className="kw-code">{path}</span> },
    { key: 'used', title: 'warehouse.usage', width: 'whole', card: 'fact', cell: (row) => <UsedCell container={row} /> },
    { key: 'boxes', title: 'wms.container.boxes', align: 'right', cell: ({ boxes }) => grouped(String(boxes)) },
    {
      key: 'volume',
      title: 'wms.container.usedVolume',
      align: 'right',
      cell: ({ usedVolumeL, maxVolumeL }) => ofLimit(usedVolumeL, maxVolumeL),
    },
    {
      key: 'mass',
      title: 'wms.container.usedMass',
      align: 'right',
      hidden: true,
      cell: ({ usedMassKg, maxMassKg }) => ofLimit(usedMassKg, maxMassKg),
    },
    {
      key: 'conditions',
      title: 'wms.container.conditions',
      cell: ({ conditionsInside, conditionsOffered }) => <Conditions conditions={conditionsInside} own={conditionsOffered} />,
    },
    {
      key: 'groups',
      title: 'wms.container.groups',
      cell: ({ groupsInside }) => <Groups groups={groupsInside} />,
    },
    {
      key: 'dualLock',
      title: 'wms.container.dualLock',
      cell: ({ dualLock }) => (dualLock ? t('value.yes') : <None />),
    },
    { ...lastChanged, hidden: true },
  ],
  filters: [
    choice({ name: 'type', label: 'wms.container.type', useOptions: phraseOptions('wms.container.type', CONTAINER_TYPES) }),
    choice({ name: 'condition', label: 'wms.container.conditions', useOptions: dicOptions('WMS_CONDITION'), single: true }),
  ],
});

function UsedCell({ container }: { container: Container }) {
  const { boxes, occupiedBoxes } = container;
  const percent = usedPercent(String(occupiedBoxes), String(boxes));
  return percent === null ? <None /> : <MeterCell percent={percent} label={t('warehouse.usage')} />;
}
