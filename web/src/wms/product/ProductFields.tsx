// The fields of a product, for its edit page and its detail.
import { nameIn } from '@kuwei/contract/name';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { CONTROL_FLAGS, IARC_GROUPS, isCas, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { readCas, readUnNumber } from '@kuwei/contract/wms/read-hazard';
import { PACKING_GROUPS, PRODUCT_KINDS, type Product, type ProductUnit } from '@kuwei/contract/wms/product';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { FileField } from '../../form/field/FileField.tsx';
import { ImagesField } from '../../form/field/ImagesField.tsx';
import { RowsField } from '../../form/field/RowsField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { TreeField } from '../../form/field/TreeField.tsx';
import { Section } from '../../form/Section.tsx';
import { PDF } from '../../form/use-uploads.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useLocale, useT } from '../../phrase/phrases.ts';
import { LazyCategoryDrawer } from '../category/lazy-drawer.ts';
import { HazardSuggestion } from './hazard/HazardSuggestion.tsx';
import { StatementsField } from './hazard/StatementsField.tsx';
import { TagsField } from './hazard/TagsField.tsx';

export const IMAGES_MAX = 12;
const UNITS_MAX = 10;
const packingGroups = PACKING_GROUPS.map((value) => ({ value, label: value }));
const iarcGroups = IARC_GROUPS.map((value) => ({ value, label: value }));
const sdsLanguages = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
];

interface ProductFieldsProps {
  product: Product | null;
  /** Opens the window with more pictures. */
  insert?: ReactNode;
  isInserting?: boolean;
}

export function ProductFields({ product, insert, isInserting = false }: ProductFieldsProps) {
  const isFixed = product?.hasStock ?? false;
  return (
    <>
      <Basics />
      <Units isFixed={isFixed} />
      <Hazards />
      <Section title="product.storage">
        <ChoiceField name="storageGroup" label="wms.product.storageGroup" options={storageGroups()} />
        <ChoicesField name="conditionsRequired" label="wms.product.conditions" dic="WMS_CONDITION" />
        <ChoicesField name="controlFlags" label="wms.product.controlFlags" values={CONTROL_FLAGS} phrase="wms.control" />
        <DecimalField name="criticalQtyT" label="wms.product.criticalQty" />
      </Section>
      <Section title="product.sds">
        <FileField name="sdsFileId" label="wms.product.sds" accept={PDF} fileName={product?.sdsName} />
        <DateField name="sdsRevDate" label="wms.product.sdsDate" near="last" width="third" />
        <ChoiceField name="sdsLang" label="wms.product.sdsLang" options={sdsLanguages} width="third" />
      </Section>
      <Section title="product.pictures">
        <ImagesField name="images" label="wms.product.images" quiet max={IMAGES_MAX} more={insert} takesPaste={!isInserting} />
      </Section>
      <Section title="product.more">
        <AreaField name="description" label="wms.product.description" rows={4} />
        <AreaField name="remark" label="wms.product.remark" />
      </Section>
    </>
  );
}

const storageGroups = () => STORAGE_GROUPS.map((value) => ({ value, label: `${value} · ${say(`hazard.group.${value}`)}` }));

function Basics() {
  const locale = useLocale();
  const { data } = usePageQuery(categoryRoutes.listCategories, undefined);
  const categories = useMemo(() => (data ?? []).map((each) => ({ ...each, name: nameIn(locale, each) })), [data, locale]);
  const t = useT();
  const [drawer, setDrawer] = useState<'open' | 'shut' | null>(null);
  // A product needs a category: offer to create the first one.
  const firstCategory = (data?.length === 0 || drawer === 'open') && (
    <>
      {t('category.noneText')}
      <button type="button" className="kw-plain kw-link" onClick={() => setDrawer('open')}>
        {t('product.category.manage')}
      </button>
      <Suspense>{drawer && <LazyCategoryDrawer open={drawer === 'open'} onClose={() => setDrawer('shut')} />}</Suspense>
    </>
  );
  return (
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
      <TreeField
        name="categoryId"
        label="wms.product.category"
        rows={categories}
        clearable={false}
        width="third"
        hint={firstCategory}
      />
      <TextField name="name" label="wms.product.name" />
      <TextField name="nameEn" label="wms.product.nameEn" />
      <TextField name="spec" label="wms.product.spec" width="third" />
      <ChoiceField name="grade" label="wms.product.grade" dic="WMS_GRADE" width="third" />
      <DecimalField name="price" label="wms.product.price" width="third" />
      <TextField name="brand" label="wms.product.brand" />
      <TextField name="maker" label="wms.product.maker" />
    </Section>
  );
}

const unitFields = [
  <ChoiceField key="unit" name="unit" label="product.unit" dic="WMS_UNIT" clearable={false} />,
  <DecimalField key="factor" name="factor" label="product.factor" />,
  <TextField key="gtin" name="gtin" label="wms.product.gtin" inputMode="numeric" />,
  <SwitchField key="isPack" name="isPack" label="product.pack" />,
];

/** Base unit, factors and batch tracking are fixed once there is stock. */
function Units({ isFixed }: { isFixed: boolean }) {
  const t = useT();
  const fixed = isFixed ? { disabled: true, hint: t('product.fixed') } : {};
  return (
    <Section title="product.unitsSection">
      <ChoiceField name="baseUnit" label="wms.product.baseUnit" dic="WMS_UNIT" clearable={false} width="half" {...fixed} />
      <TextField name="gtin" label="wms.product.gtin" width="half" inputMode="numeric" />
      <DecimalField name="unitVolumeL" label="wms.product.unitVolume" width="half" />
      <DecimalField name="unitMassKg" label="wms.product.unitMass" width="half" />
      <RowsField
        name="units"
        label="wms.product.units"
        fields={unitFields}
        columns={[3, 3, 4, 2]}
        blank={{ isPack: true }}
        max={UNITS_MAX}
        view={(units: ProductUnit[]) => units.map(({ unit, factor }) => `${unit} × ${factor}`).join(t('wms.place.comma'))}
      />
      <SwitchField name="trackBatch" label="wms.product.trackBatch" width="third" {...fixed} />
      <SwitchField name="trackExpiry" label="wms.product.trackExpiry" width="third" />
      <WholeField name="defaultShelfLifeDays" label="wms.product.shelfLife" width="third" />
    </Section>
  );
}

const casFault = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && !isCas(readCas(value))
    ? say('product.casWrong', { cas: value.trim() })
    : undefined;

const Hazards = () => (
  <Section title="product.hazard">
    <TextField name="cas" label="wms.product.cas" width="third" inputMode="numeric" read={readCas} check={casFault} />
    <TextField name="formula" label="wms.product.formula" width="third" />
    <TextField name="unNo" label="wms.product.unNo" width="third" inputMode="numeric" read={readUnNumber} />
    <HazardSuggestion />
    <TextField name="unClass" label="wms.product.unClass" width="third" />
    <ChoiceField name="packingGroup" label="wms.product.packingGroup" options={packingGroups} width="third" />
    <StatementsField name="hCodes" label="wms.product.hCodes" width="full" />
    <TagsField name="pCodes" label="wms.product.pCodes" />
    <TagsField name="otherCas" label="wms.product.otherCas" />
    <TextField name="catalogNo" label="wms.product.catalogNo" width="third" />
    <TextField name="flashPointC" label="wms.product.flashPoint" width="third" />
    <TextField name="boilingPointC" label="wms.product.boilingPoint" width="third" />
    <TextField name="lowerExplosionPercent" label="wms.product.lowerExplosion" width="third" />
    <TextField name="upperExplosionPercent" label="wms.product.upperExplosion" width="third" />
    <ChoiceField name="iarcGroup" label="wms.product.iarcGroup" options={iarcGroups} width="third" />
    <TextField name="exposureLimit" label="wms.product.exposureLimit" width="third" />
    <TextField name="assessedSource" label="wms.product.assessedSource" width="third" />
    <SwitchField name="notHazardous" label="wms.product.notHazardous" width="third" />
  </Section>
);
