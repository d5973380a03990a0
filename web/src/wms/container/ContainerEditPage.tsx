import { containerRoutes } from '@kuwei/contract/wms/container';
import { STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { CONTAINER_TYPES } from '@kuwei/contract/wms/place';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useFormContext } from '../../form/context.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { TreeField } from '../../form/field/TreeField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { containerEditSpec } from './container-edit.ts';

export default function ContainerEditPage() {
  const { query } = usePage();
  const given = Object.fromEntries(
    ['warehouseId', 'parentId'].flatMap((name) => (query.get(name) === null ? [] : [[name, query.get(name)]])),
  );
  return (
    <EditPage edit={containerEditSpec} blank={given}>
      <ContainerFields />
    </EditPage>
  );
}

function ContainerFields() {
  const t = useT();
  const groups = STORAGE_GROUPS.map((value) => ({ value, label: value, hint: say(`hazard.group.${value}`) }));
  return (
    <>
      <Section title="container.place">
        <PlaceFields />
      </Section>
      <Section title="container.basic">
        <TextField name="code" label="wms.container.code" code width="third" />
        <TextField name="name" label="wms.container.name" width="third" />
        <TextField name="nameEn" label="wms.container.nameEn" width="third" />
        <ChoiceField
          name="type"
          label="wms.container.type"
          values={CONTAINER_TYPES}
          phrase="wms.container.type"
          clearable={false}
          width="third"
        />
        <WholeField name="rows" label="wms.container.rows" width="third" />
        <WholeField name="cols" label="wms.container.cols" width="third" />
        <SwitchField name="dualLock" label="wms.container.dualLock" width="third" />
      </Section>
      <Section title="container.rules" text="container.rulesText">
        <ChoicesField name="conditionsOffered" label="wms.container.conditions" dic="WMS_CONDITION" />
        <ChoicesField name="allowedGroups" label="wms.container.groups" options={groups} hint={t('container.groupsHint')} />
        <SwitchField name="hazardAllowed" label="wms.container.hazardAllowed" width="third" />
        <DecimalField name="maxVolumeL" label="wms.container.maxVolume" width="third" />
        <DecimalField name="maxMassKg" label="wms.container.maxMass" width="third" />
        <AreaField name="remark" label="wms.container.remark" width="full" />
      </Section>
    </>
  );
}

/** Parent places depend on the warehouse: changing it clears the parent. */
function PlaceFields() {
  const t = useT();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const warehouseId = Form.useWatch('warehouseId', form) as string | undefined;
  const parentId = Form.useWatch('parentId', form) as string | null | undefined;
  const { data: warehouses } = usePageQuery(warehouseRoutes.selectWarehouses, undefined);
  const { data: tree } = usePageQuery(containerRoutes.getTree, undefined);
  const inside = tree?.filter((node) => node.warehouseId === warehouseId) ?? [];
  const isElsewhere = tree !== undefined && Boolean(parentId) && !inside.some(({ id }) => id === parentId);
  useEffect(() => {
    if (isElsewhere) change({ parentId: null });
  }, [isElsewhere]);
  return (
    <>
      <ChoiceField
        name="warehouseId"
        label="wms.warehouse"
        options={warehouses?.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        clearable={false}
      />
      <TreeField
        name="parentId"
        label="container.parent"
        rows={inside.map(({ id, parentId: above, code, name }) => ({ id, parentId: above, name: `${code} ${name}` }))}
        placeholder={t('move.top')}
      />
    </>
  );
}
