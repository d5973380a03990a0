import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { COUNT_SCOPES, COUNT_TYPES } from '@kuwei/contract/wms/inventory-state';
import { nameIn } from '@kuwei/contract/name';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productRoutes } from '@kuwei/contract/wms/product';
import { Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from '../../form/context.ts';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { MinuteField } from '../../form/field/DateField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TreeField } from '../../form/field/TreeField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import type { Option } from '../../ui/options.ts';
import { useWarehouseOptions } from '../warehouse/options.ts';
import { ExtentPreview } from './ExtentPreview.tsx';
import { ByStockButton } from './ByStockButton.tsx';

/** The field of each scope; cleared under any other scope. */
const OF_SCOPE = {
  CONTAINER: 'containerIds',
  BOX: 'boxIds',
  OWNER: 'orgIds',
  PRODUCT: 'productIds',
  CATEGORY: 'categoryIds',
  CONTROL: 'controlFlags',
  ABC: 'abc',
  RANDOM: 'sample',
  DIFFERENCES: 'recountOf',
} as const;
const SINGLE_VALUES: readonly string[] = ['sample', 'recountOf'];
/** Fields that depend on the warehouse. */
const OF_WAREHOUSE = ['containerIds', 'boxIds', 'recountOf'];

export function CountFields({ count }: { count: Count | null }) {
  const t = useT();
  const people = usePageQuery(countRoutes.selectCounters, { query: {} }).data;
  return (
    <>
      <Section title="count.basic">
        <ExtentFields count={count} />
      </Section>
      <Section title="count.who">
        <ChoicesField
          name="assignees"
          label="wms.count.assignees"
          options={people?.map(({ id, name, username }) => ({ value: id, label: name, hint: username }))}
          hint={t('count.assigneesHint')}
        />
        <MinuteField name="deadline" label="wms.count.deadline" />
      </Section>
      <Section title="count.how">
        <SwitchField name="blind" label="wms.count.blind" hint={t('count.blindHint')} />
        <SwitchField name="freeze" label="wms.count.freeze" hint={t('count.freezeHint')} />
        <DecimalField name="tolerancePct" label="wms.count.tolerancePct" hint={t('count.toleranceHint')} />
        <DecimalField name="toleranceAbs" label="wms.count.toleranceAbs" />
        <AreaField name="remark" label="wms.count.remark" width="full" />
      </Section>
    </>
  );
}

function ExtentFields({ count }: { count: Count | null }) {
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const warehouses = useWarehouseOptions();
  const scope = Form.useWatch('scope', form) as Count['scope'] | undefined;
  const warehouseId = Form.useWatch('warehouseId', form) as string | null | undefined;
  const before = useRef(warehouseId);
  useEffect(() => {
    if (scope === undefined) return;
    const own: string | undefined = scope in OF_SCOPE ? OF_SCOPE[scope as keyof typeof OF_SCOPE] : undefined;
    clear(Object.values(OF_SCOPE).filter((name) => name !== own));
  }, [scope]);
  useEffect(() => {
    if (before.current && before.current !== warehouseId) clear(OF_WAREHOUSE);
    before.current = warehouseId;
  }, [warehouseId]);
  const clear = (names: readonly string[]): void => {
    const filled = names.filter(
      (name) => ![undefined, null].includes(form.getFieldValue(name)) && form.getFieldValue(name).length !== 0,
    );
    if (filled.length > 0) change(Object.fromEntries(filled.map((name) => [name, SINGLE_VALUES.includes(name) ? null : []])));
  };
  // With a single warehouse there is nothing to choose.
  const only = warehouses?.length === 1 ? warehouses[0]!.value : null;
  useEffect(() => {
    if (only !== null && !form.getFieldValue('warehouseId')) change({ warehouseId: only });
  }, [only]);
  return (
    <>
      <ChoiceField name="warehouseId" label="wms.warehouse" options={warehouses} clearable={false} width="third" />
      <ChoiceField
        name="type"
        label="wms.count.type"
        values={COUNT_TYPES}
        phrase="wms.count.type"
        clearable={false}
        width="third"
      />
      <ChoiceField
        name="scope"
        label="wms.count.scope"
        values={COUNT_SCOPES}
        phrase="wms.count.scope"
        clearable={false}
        width="third"
      />
      <Named scope={scope} warehouseId={warehouseId ?? null} count={count} />
      <ExtentPreview />
    </>
  );
}

interface NamedProps {
  scope: Count['scope'] | undefined;
  warehouseId: string | null;
  count: Count | null;
}

/** The field of the scope. */
function Named({ scope, warehouseId, count }: NamedProps) {
  const known = (count?.chosen ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const shared = { known, multiple: true, needed: true, width: 'full' } as const;
  const here = { ...(warehouseId !== null && { warehouseId }) };
  switch (scope) {
    case 'CONTAINER':
      return (
        <RecordField
          {...shared}
          name="containerIds"
          label="wms.count.containers"
          find={containerRoutes.listContainers}
          query={here}
          optionOf={({ id, path, name }) => ({ value: id, label: `${path} ${name}` })}
        />
      );
    case 'BOX':
      return (
        <>
          <BoxesField {...shared} query={here} />
          <ByStockButton warehouseId={warehouseId} />
        </>
      );
    case 'OWNER':
      return (
        <RecordField
          {...shared}
          name="orgIds"
          label="wms.count.owners"
          find={orgRoutes.selectOrgs}
          query={OWNERS}
          optionOf={({ id, code, name }) => ({ value: id, label: name, hint: code })}
        />
      );
    case 'PRODUCT':
      return (
        <RecordField
          {...shared}
          name="productIds"
          label="wms.count.products"
          find={productRoutes.selectProducts}
          optionOf={({ id, code, name }) => ({ value: id, label: `${code} ${name}` })}
        />
      );
    case 'CATEGORY':
      return <CategoryField />;
    case 'CONTROL':
      return (
        <ChoicesField
          name="controlFlags"
          label="wms.count.controls"
          values={CONTROL_FLAGS}
          phrase="wms.control"
          needed
          width="full"
        />
      );
    case 'ABC':
      return <ChoicesField name="abc" label="wms.count.abc" values={['A', 'B', 'C']} phrase="count.abc" needed width="full" />;
    case 'RANDOM':
      return <WholeField name="sample" label="wms.count.sample" needed width="third" />;
    case 'DIFFERENCES':
      return (
        <RecordField
          name="recountOf"
          label="wms.count.recountOf"
          needed
          width="full"
          find={countRoutes.listCounts}
          query={{ ...here, state: 'APPROVED' }}
          optionOf={({ id, no, warehouseName }) => ({ value: id, label: no, hint: warehouseName })}
          known={known}
        />
      );
    default:
      return null;
  }
}
/** Boxes selected by their stock, by the address or in a restored draft have no names yet: these are looked up. */
function BoxesField({ known, ...rest }: { known: readonly Option[]; query: Record<string, unknown> }) {
  const form = Form.useFormInstance();
  const ids = (Form.useWatch('boxIds', form) as string[] | undefined) ?? [];
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(() => new Map(known.map(({ value, label }) => [value, label])));
  const unnamed = ids.filter((id) => !codes.has(id)).slice(0, BOXES_AT_ONCE);
  const { data } = usePageQuery(
    boxRoutes.listBoxes,
    { query: { ids: unnamed, size: BOXES_AT_ONCE } },
    { enabled: unnamed.length > 0 },
  );
  useEffect(() => {
    if (data) setCodes((before) => new Map([...before, ...data.list.map(({ id, code }) => [id, code] as const)]));
  }, [data]);
  return (
    <RecordField
      {...rest}
      multiple
      needed
      width="full"
      name="boxIds"
      label="wms.count.chosenBoxes"
      find={boxRoutes.listBoxes}
      known={[...codes].map(([value, label]) => ({ value, label }))}
      optionOf={({ id, code, containerName }) => ({ value: id, label: code, hint: containerName })}
    />
  );
}
/** An address has room for so many ids. */
const BOXES_AT_ONCE = 50;

/** Organisations that can own goods. */
const OWNERS = { type: 'LAB,SUPPLIER,PURCHASE' };

function CategoryField() {
  const locale = useLocale();
  const { data = [] } = usePageQuery(categoryRoutes.listCategories, undefined);
  const rows = data.map((each) => ({ id: each.id, parentId: each.parentId, name: nameIn(locale, each) }));
  return <TreeField name="categoryIds" label="wms.count.categories" rows={rows} multiple needed width="full" />;
}
