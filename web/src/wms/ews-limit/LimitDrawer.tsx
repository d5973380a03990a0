import { categoryRoutes } from '@kuwei/contract/wms/category';
import type { ReplyOf } from '@kuwei/contract/route';
import { limitRoutes, type Limit } from '@kuwei/contract/wms/ews-product';
import { productRoutes } from '@kuwei/contract/wms/product';
import { editOf } from '../../form/edit-spec.ts';
import { EditDrawer } from '../../form/EditDrawer.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { TreeField } from '../../form/field/TreeField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Option } from '../../ui/options.ts';
import { useWarehouseOptions } from '../warehouse/options.ts';
import { goodsOf } from './limit-list.tsx';

const limitEdit = editOf(limitRoutes.createLimit, {
  name: 'wms.limit',
  update: limitRoutes.updateLimit,
  remove: limitRoutes.deleteLimit,
  changes: ['/wms/ews-limit', '/wms/ews-product'],
  nameOf: (limit) => `${goodsOf(limit)} · ${limit.orgName}`,
  carry: ['orgId', 'warehouseId'],
});

type LimitOrg = ReplyOf<typeof limitRoutes.selectLimitOrgs>['list'][number];

interface LimitDrawerProps {
  of: 'new' | Limit;
  onClose: () => void;
}

/** A limit in a drawer; a new one is prefilled from the list's filters, and with the only possible organisation. */
export function LimitDrawer({ of, onClose }: LimitDrawerProps) {
  const { query } = usePage();
  const { data: orgs, error } = usePageQuery(limitRoutes.selectLimitOrgs, { query: { size: 2 } });
  if (!orgs && !error) return null;
  const only = orgs?.list.length === 1 ? orgs.list[0]! : null;
  const blank = {
    orgId: only?.id ?? query.get('orgId'),
    productId: query.get('productId'),
    warehouseId: query.get('warehouseId'),
  };
  return (
    <EditDrawer edit={limitEdit} of={of} blank={blank} onClose={onClose}>
      {(limit) => <LimitFields limit={limit} only={only} />}
    </EditDrawer>
  );
}

const orgOption = ({ id, code, name }: LimitOrg): Option => ({ value: id, label: name, hint: code });

function LimitFields({ limit, only }: { limit: Limit | null; only: LimitOrg | null }) {
  const t = useT();
  const warehouses = useWarehouseOptions();
  const { data: categories = [] } = usePageQuery(categoryRoutes.listCategories, undefined);
  const fixed = limit !== null;
  return (
    <>
      <Section title="warning.limitOf">
        <RecordField
          name="orgId"
          label="wms.limit.org"
          find={limitRoutes.selectLimitOrgs}
          optionOf={orgOption}
          known={limit ? [{ value: limit.orgId, label: limit.orgName }] : only ? [orgOption(only)] : []}
          disabled={fixed}
          width="full"
        />
        <ChoiceField
          name="warehouseId"
          label="wms.limit.warehouse"
          options={warehouses}
          disabled={fixed}
          clearable={false}
          width="full"
        />
        <RecordField
          name="productId"
          label="wms.limit.product"
          find={productRoutes.selectProducts}
          optionOf={({ id, code, name }) => ({ value: id, label: `${code} ${name}` })}
          known={limit?.productId ? [{ value: limit.productId, label: `${limit.productCode} ${limit.productName}` }] : []}
          disabled={fixed}
          width="full"
        />
        <TreeField
          name="categoryId"
          label="wms.limit.category"
          rows={categories}
          disabled={fixed}
          width="full"
          {...(!fixed && { hint: t('warning.limitCategoryHint') })}
        />
      </Section>
      <Section title="warning.limitHow">
        <DecimalField name="minQty" label="wms.limit.minQty" />
        <DecimalField name="maxQty" label="wms.limit.maxQty" />
        <WholeField name="expiryDays" label="wms.limit.expiryDays" hint={t('warning.limitDaysHint')} />
      </Section>
    </>
  );
}
