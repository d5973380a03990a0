import { nameIn } from '@kuwei/contract/name';
import { CONTROL_FLAGS, HAZARDS, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import { PRODUCT_KINDS, PRODUCT_STATES, productRoutes, type ProductRow } from '@kuwei/contract/wms/product';
import { langOf, locale, say, useLocale, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import type { Option } from '../../table/filter/OptionList.tsx';
import { listOf } from '../../table/list-types.ts';
import { money } from '../../ui/format.ts';
import { ControlMarks, GroupMark, Pictograms, UnassessedMark } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import { UnitName } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { Thumb } from '../../ui/Thumb.tsx';
import { When } from '../../ui/When.tsx';
import { useCategoryOptions } from '../category/options.ts';
import { productStates } from './states.ts';

export const productList = listOf(productRoutes.listProducts, {
  name: 'wms.product',
  sort: 'code',
  search: 'product.search',
  nameOf: (product) => `${product.code} ${nameIn(locale(), product)}`,
  columns: [
    {
      key: 'code',
      title: 'wms.product.code',
      sort: 'code',
      card: 'code',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'name',
      title: 'wms.product.name',
      sort: 'name',
      width: 'grow',
      card: 'title',
      cell: (row) => <Name {...row} />,
    },
    { key: 'nameEn', title: 'wms.product.nameEn', hidden: true, cell: ({ nameEn }) => nameEn ?? <None /> },
    {
      key: 'state',
      title: 'wms.product.state',
      sort: 'state',
      card: 'state',
      cell: ({ state }) => <StateTag look={productStates[state]} />,
    },
    {
      key: 'category',
      title: 'wms.product.category',
      sort: 'category',
      card: 'fact',
      cell: (row) => <CategoryOf {...row} />,
    },
    { key: 'kind', title: 'wms.product.kind', hidden: true, cell: ({ kind }) => say(`wms.product.kind.${kind}`) },
    {
      key: 'cas',
      title: 'wms.product.cas',
      sort: 'cas',
      card: 'fact',
      cell: ({ cas }) => (cas === null ? <None /> : <span className="kw-code">{cas}</span>),
      copy: ({ cas }) => cas,
    },
    {
      key: 'hazard',
      title: 'product.hazardColumn',
      width: 'whole',
      card: 'fact',
      cell: ({ pictograms, hazard }) =>
        hazard === 'UNKNOWN' ? <UnassessedMark /> : pictograms.length === 0 ? <None /> : <Pictograms codes={pictograms} />,
    },
    {
      key: 'group',
      title: 'product.group',
      cell: ({ storageGroup }) => (storageGroup === null ? <None /> : <GroupMark group={storageGroup} />),
    },
    {
      key: 'control',
      title: 'product.control',
      width: 'whole',
      card: 'fact',
      cell: ({ controlFlags }) => (controlFlags.length === 0 ? <None /> : <ControlMarks flags={controlFlags} />),
    },
    { key: 'brand', title: 'wms.product.brand', hidden: true, cell: ({ brand }) => brand ?? <None /> },
    {
      key: 'price',
      title: 'product.price',
      sort: 'price',
      descFirst: true,
      align: 'right',
      card: 'fact',
      cell: (row) => <Price {...row} />,
    },
    { key: 'sds', title: 'product.sdsColumn', cell: (row) => <Sds {...row} /> },
    {
      key: 'updatedAt',
      title: 'product.updatedAt',
      sort: 'updatedAt',
      descFirst: true,
      hidden: 'en',
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ],
  filters: [
    choice({ name: 'categoryId', label: 'wms.product.category', useOptions: useCategoryOptions, single: true }),
    choice({ name: 'state', label: 'wms.product.state', useOptions: phraseOptions('wms.product.state', PRODUCT_STATES) }),
    choice({ name: 'kind', label: 'wms.product.kind', useOptions: phraseOptions('wms.product.kind', PRODUCT_KINDS) }),
    choice({ name: 'controlFlag', label: 'wms.product.controlFlags', useOptions: phraseOptions('wms.control', CONTROL_FLAGS) }),
    choice({ name: 'storageGroup', label: 'wms.product.storageGroup', useOptions: useGroupOptions }),
    choice({ name: 'hazard', label: 'wms.hazardStatus', useOptions: phraseOptions('wms.hazard', HAZARDS) }),
    flag({ name: 'noSds', label: 'product.noSds' }),
  ],
});

function Name({ name, nameEn, spec, image }: ProductRow) {
  const shown = nameIn(useLocale(), { name, nameEn });
  return (
    <span className="product-name">
      {image !== null && <Thumb file={image} edge={24} alt="" />}
      <span title={shown} lang={langOf(shown)}>
        {shown}
      </span>
      {spec !== null && (
        <span className="product-spec" lang={langOf(spec)}>
          {spec}
        </span>
      )}
    </span>
  );
}

function CategoryOf({ categoryName: name, categoryNameEn: nameEn }: Pick<ProductRow, 'categoryName' | 'categoryNameEn'>) {
  return nameIn(useLocale(), { name, nameEn });
}

function Price({ price, baseUnit }: ProductRow) {
  if (price === null) return <None />;
  return (
    <span className="product-price">
      {money(price)}{' '}
      <span>
        / <UnitName code={baseUnit} />
      </span>
    </span>
  );
}

/** Marks a chemical without a safety data sheet; other products need none. */
function Sds({ hasSds, kind }: ProductRow) {
  const t = useT();
  if (hasSds) return t('product.sdsYes');
  return kind === 'CHEMICAL' ? <span className="product-lacks">{t('product.sdsNo')}</span> : <None />;
}

function useGroupOptions(): readonly Option[] {
  useT();
  return STORAGE_GROUPS.map((group) => ({ value: group, label: `${group} · ${say(`hazard.group.${group}`)}` }));
}

/** For suppliers, who may not see usual prices. */
export const unpricedList: typeof productList = {
  ...productList,
  columns: productList.columns.filter(({ key }) => key !== 'price'),
};
