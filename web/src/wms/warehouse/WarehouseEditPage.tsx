import { nameIn } from '@kuwei/contract/name';
import { warehouseRoutes, type Warehouse } from '@kuwei/contract/wms/warehouse';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoicesField } from '../../form/field/ChoiceField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePageQuery } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { warehouseLooks } from './looks.ts';
import { useWarehouseState } from './use-warehouse-state.ts';

const warehouseEdit = editOf(warehouseRoutes.createWarehouse, {
  name: 'wms.warehouse',
  get: warehouseRoutes.getWarehouse,
  update: warehouseRoutes.updateWarehouse,
  remove: warehouseRoutes.deleteWarehouse,
  changes: ['/wms/warehouse', '/wms/container'],
  nameOf: (warehouse, locale) => nameIn(locale, warehouse),
  carry: ['campus', 'address', 'openingHours', 'phone', 'keeperIds'],
  cannotRemove: ({ containers }) => (containers > 0 ? t('wms.used.containers', { n: containers }) : undefined),
});

export default function WarehouseEditPage() {
  const t = useT();
  const changeState = useWarehouseState();
  return (
    <EditPage
      edit={warehouseEdit}
      marks={({ state }) => <StateTag look={warehouseLooks[state]} />}
      actions={(warehouse) => (
        <button type="button" className="kw-button" onClick={() => void changeState(warehouse)}>
          {t(warehouse.state === 'ACTIVE' ? 'warehouse.close' : 'warehouse.reopen')}
        </button>
      )}
    >
      {(warehouse) => <WarehouseFields stored={warehouse?.keepers ?? []} />}
    </EditPage>
  );
}

/** @param stored the current keepers, some of whom may no longer be eligible */
function WarehouseFields({ stored }: { stored: Warehouse['keepers'] }) {
  const t = useT();
  const { data: keepers } = usePageQuery(warehouseRoutes.selectKeepers, undefined);
  const known = new Set(keepers?.map(({ id }) => id));
  const options = keepers && [
    ...keepers.map(({ id, name, username }) => ({ value: id, label: name, hint: username })),
    ...stored
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ value: id, label: t('wms.warehouse.keeperOff', { name }) })),
  ];
  return (
    <>
      <Section title="warehouse.basic">
        <TextField name="code" label="wms.warehouse.code" code width="third" />
        <TextField name="name" label="wms.warehouse.name" width="third" />
        <TextField name="nameEn" label="wms.warehouse.nameEn" width="third" />
        <TextField name="campus" label="wms.warehouse.campus" width="third" />
        <TextField name="address" label="wms.warehouse.address" width="third" />
        <TextField name="openingHours" label="wms.warehouse.openingHours" width="third" placeholder={t('warehouse.hoursHint')} />
      </Section>
      <Section title="warehouse.keepers">
        <ChoicesField
          name="keeperIds"
          label="wms.warehouse.keepers"
          options={options}
          hint={t('warehouse.keepersHint')}
          width="full"
        />
        <TextField name="phone" label="wms.warehouse.phone" width="third" />
        <AreaField name="remark" label="wms.warehouse.remark" width="full" />
      </Section>
    </>
  );
}
