// The list of boxes, for its own screen and for a container.
import { containerRoutes } from '@kuwei/contract/wms/container';
import { BOX_STATES, BOX_TYPES } from '@kuwei/contract/wms/place';
import { boxRoutes, type Box } from '@kuwei/contract/wms/warehouse-box';
import { langOf, say, t } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { record } from '../../table/filter/record.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { ofLimit } from '../../ui/format.ts';
import { GroupMark } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { CountLink } from '../goods/CountHold.tsx';
import { MeterCell } from '../place/Meter.tsx';
import { Conditions } from '../place/PlaceRules.tsx';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';
import { boxPercent } from './box-percent.ts';
import { boxLook } from './looks.ts';

export const boxList = listOf(boxRoutes.listBoxes, {
  filtersElsewhere: ['ids'],
  name: 'wms.warehouse-box',
  sort: 'code',
  search: 'box.search',
  nameOf: ({ code }) => code,
  columns: [
    {
      key: 'code',
      title: 'wms.box.code',
      sort: 'code',
      card: 'title',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    { key: 'state', title: 'wms.box.state', card: 'state', cell: (box) => <StateTag look={boxLook(box)} /> },
    {
      key: 'count',
      title: 'wms.hold',
      hidden: true,
      cell: ({ count }) => (count === null ? <None /> : <CountLink {...count} />),
      copy: ({ count }) => count?.no ?? null,
    },
    {
      key: 'container',
      title: 'wms.container',
      sort: 'container',
      card: 'fact',
      cell: ({ containerCode, containerName }) => (
        <>
          <span className="kw-code">{containerCode}</span> <span lang={langOf(containerName)}>{containerName}</span>
        </>
      ),
    },
    { key: 'warehouse', title: 'wms.warehouse', cell: ({ warehouseName }) => warehouseName },
    { key: 'used', title: 'box.used', width: 'whole', card: 'fact', cell: (box) => <UsedCell box={box} /> },
    {
      key: 'volume',
      title: 'wms.container.usedVolume',
      align: 'right',
      sort: 'usedVolumeL',
      descFirst: true,
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
      key: 'lines',
      title: 'wms.box.lines',
      align: 'right',
      sort: 'lines',
      descFirst: true,
      card: 'fact',
      cell: ({ lines, maxLines }) => ofLimit(String(lines), maxLines === null ? null : String(maxLines)),
    },
    { key: 'groups', title: 'wms.box.groups', cell: ({ groups }) => <GroupsInside groups={groups} /> },
    {
      key: 'owners',
      title: 'wms.box.owners',
      width: 'grow',
      cell: ({ owners }) => (owners.length === 0 ? <None /> : owners.join(t('wms.place.comma'))),
    },
    {
      key: 'type',
      title: 'wms.box.type',
      cell: ({ type, ownerOrgName }) =>
        ownerOrgName === null ? say(`wms.box.type.${type}`) : t('box.exclusiveFor', { name: ownerOrgName }),
    },
    {
      key: 'conditions',
      title: 'wms.container.conditions',
      cell: ({ conditionsOffered }) => <Conditions conditions={conditionsOffered} />,
    },
    {
      key: 'mixPolicy',
      title: 'wms.box.mixPolicy',
      hidden: true,
      cell: ({ mixPolicy }) => say(`wms.box.mixPolicy.${mixPolicy}`),
    },
    { ...lastChanged, hidden: true },
  ],
  filters: [
    tabs({
      name: 'occupied',
      label: 'box.occupiedFilter',
      tabs: [
        { value: null, label: 'box.occupied.all' },
        { value: 'true', label: 'box.occupied.true' },
        { value: 'false', label: 'box.occupied.false' },
      ],
    }),
    warehouseOf(),
    record({
      name: 'containerId',
      label: 'wms.container',
      find: containerRoutes.listContainers,
      optionOf: ({ id, path, name }) => ({ value: id, label: `${path} ${name}` }),
      one: containerRoutes.getContainer,
      nameOf: ({ code, name }) => `${code} ${name}`,
    }),
    choice({ name: 'state', label: 'wms.box.state', useOptions: phraseOptions('wms.box.state', BOX_STATES) }),
    choice({ name: 'type', label: 'wms.box.type', useOptions: phraseOptions('wms.box.type', BOX_TYPES) }),
  ],
});

/** The boxes of one container, without the columns they have in common. */
export const boxesHere: typeof boxList = {
  ...boxList,
  name: 'wms.container.boxes',
  columns: boxList.columns.filter(({ key }) => key !== 'warehouse' && key !== 'container'),
  filters: (boxList.filters ?? []).filter(({ label }) => label !== 'wms.warehouse' && label !== 'wms.container'),
};

function UsedCell({ box }: { box: Box }) {
  const percent = boxPercent(box);
  return percent === null ? <None /> : <MeterCell percent={percent} label={t('box.used')} />;
}

const GroupsInside = ({ groups }: { groups: readonly string[] }) =>
  groups.length === 0 ? <None /> : groups.map((group) => <GroupMark key={group} group={group} />);
