import { nameIn } from '@kuwei/contract/name';
import { WAREHOUSE_GAPS, WAREHOUSE_STATES, warehouseRoutes, type Warehouse } from '@kuwei/contract/wms/warehouse';
import { locale, t, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { MeterCell } from '../place/Meter.tsx';
import { usedPercent } from '../place/used.ts';
import { noKeeper, warehouseLooks } from './looks.ts';

export const warehouseList = listOf(warehouseRoutes.listWarehouses, {
  name: 'wms.warehouse',
  sort: 'code',
  search: 'warehouse.search',
  nameOf: (warehouse) => nameIn(locale(), warehouse),
  columns: [
    {
      key: 'code',
      title: 'wms.warehouse.code',
      sort: 'code',
      card: 'title',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    { key: 'name', title: 'wms.warehouse.name', sort: 'name', card: 'fact', cell: (row) => nameIn(locale(), row) },
    {
      key: 'state',
      title: 'wms.warehouse.state',
      card: 'state',
      cell: ({ state }) => <StateTag look={warehouseLooks[state]} />,
    },
    { key: 'campus', title: 'wms.warehouse.campus', sort: 'campus', cell: ({ campus }) => campus ?? <None /> },
    {
      key: 'keepers',
      title: 'wms.warehouse.keepers',
      width: 'grow',
      card: 'fact',
      cell: (row) => <Keepers warehouse={row} />,
    },
    {
      key: 'containers',
      title: 'wms.warehouse.containers',
      align: 'right',
      cell: ({ containers }) => grouped(String(containers)),
    },
    { key: 'boxes', title: 'wms.warehouse.boxes', align: 'right', cell: ({ boxes }) => grouped(String(boxes)) },
    {
      key: 'used',
      title: 'warehouse.usage',
      width: 'whole',
      card: 'fact',
      cell: (row) => <UsedCell warehouse={row} />,
    },
    { key: 'address', title: 'wms.warehouse.address', cell: ({ address }) => address ?? <None /> },
    { key: 'phone', title: 'wms.warehouse.phone', hidden: true, cell: ({ phone }) => phone ?? <None /> },
    { ...lastChanged, hidden: 'en' },
  ],
  filters: [
    choice({ name: 'state', label: 'wms.warehouse.state', useOptions: phraseOptions('wms.warehouse.state', WAREHOUSE_STATES) }),
    choice({
      name: 'without',
      label: 'wms.warehouse.without',
      useOptions: phraseOptions('wms.warehouse.without', WAREHOUSE_GAPS),
      single: true,
    }),
  ],
});

function Keepers({ warehouse: { keepers, state } }: { warehouse: Warehouse }) {
  useT();
  const names = keepers
    .map(({ name, isActive }) => (isActive ? name : t('wms.warehouse.keeperOff', { name })))
    .join(t('wms.place.comma'));
  if (state !== 'ACTIVE' || keepers.some(({ isActive }) => isActive)) return names === '' ? <None /> : names;
  return (
    <>
      <StateTag look={noKeeper} /> {names}
    </>
  );
}

function UsedCell({ warehouse: { boxes, occupiedBoxes } }: { warehouse: Warehouse }) {
  const percent = usedPercent(String(occupiedBoxes), String(boxes));
  return percent === null ? <None /> : <MeterCell percent={percent} label={t('warehouse.usage')} />;
}
