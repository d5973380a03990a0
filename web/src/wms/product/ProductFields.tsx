// The fields of a product, for its edit page and its detail.
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { CONTROL_FLAGS, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { PACKING_GROUPS, PRODUCT_KINDS, type Product } from '@kuwei/contract/wms/product';
import { usePageQuery } from '../../api/query.ts';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField, TagsField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { TreeField } from '../../form/field/TreeField.tsx';
import { Section } from '../../form/Section.tsx';
import { useT } from '../../phrase/phrases.ts';

export function ProductFields({ product }: { product: Product | null }) {
  const t = useT();
  const { data: categories = [] } = usePageQuery(categoryRoutes.listCategories, {});
  const isFixed = product?.hasStock ?? false;
  const fixed = isFixed ? { disabled: true, hint: t('product.fixed') } : {};
  return (
    <>
      <Section title="product.basic">
        <TextField name="code" label="wms.product.code" code width="third" />
        <ChoiceField
          name="kind"
          label="wms.product.kind"
          values={PRODUCT_KINDS}
          phrase="wms.product.kind"
          clearable={false}
          width="third"
        />
        <TreeField name="categoryId" label="wms.product.category" rows={categories} width="third" />
        <TextField name="name" label="wms.product.name" />
        <TextField name="nameEn" label="wms.product.nameEn" />
        <TextField name="spec" label="wms.product.spec" width="third" />
        <ChoiceField name="grade" label="wms.product.grade" dic="WMS_GRADE" width="third" />
        <DecimalField name="price" label="wms.product.price" width="third" />
        <TextField name="brand" label="wms.product.brand" />
        <TextField name="maker" label="wms.product.maker" />
      </Section>
      <Section title="product.unitsSection">
        <ChoiceField name="baseUnit" label="wms.product.baseUnit" dic="WMS_UNIT" clearable={false} width="third" {...fixed} />
        <DecimalField name="unitVolumeL" label="wms.product.unitVolume" width="third" />
        <DecimalField name="unitMassKg" label="wms.product.unitMass" width="third" />
        <SwitchField name="trackBatch" label="wms.product.trackBatch" width="third" {...fixed} />
        <SwitchField name="trackExpiry" label="wms.product.trackExpiry" width="third" />
        <WholeField name="defaultShelfLifeDays" label="wms.product.shelfLife" width="third" />
      </Section>
      <Section title="product.hazard">
        <TextField name="cas" label="wms.product.cas" width="third" />
        <TextField name="formula" label="wms.product.formula" width="third" />
        <TextField name="unNo" label="wms.product.unNo" width="third" />
        <TextField name="unClass" label="wms.product.unClass" width="third" />
        <ChoiceField
          name="packingGroup"
          label="wms.product.packingGroup"
          options={PACKING_GROUPS.map((value) => ({ value, label: value }))}
          width="third"
        />
        <TagsField name="hCodes" label="wms.product.hCodes" width="full" />
      </Section>
      <Section title="product.storage">
        <ChoiceField name="storageGroup" label="wms.product.storageGroup" values={STORAGE_GROUPS} phrase="hazard.group" />
        <ChoicesField name="conditionsRequired" label="wms.product.conditions" dic="WMS_CONDITION" />
        <ChoicesField name="controlFlags" label="wms.product.controlFlags" values={CONTROL_FLAGS} phrase="wms.control" />
        <DecimalField name="criticalQtyT" label="wms.product.criticalQty" />
      </Section>
      <Section title="product.sds">
        <DateField name="sdsRevDate" label="wms.product.sdsDate" width="third" />
        <TextField name="sdsLang" label="wms.product.sdsLang" width="third" />
      </Section>
      <Section title="product.more">
        <AreaField name="description" label="wms.product.description" rows={4} />
        <AreaField name="remark" label="wms.product.remark" />
      </Section>
    </>
  );
}
