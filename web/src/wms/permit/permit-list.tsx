import { nameIn } from '@kuwei/contract/name';
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { PERMIT_SPANS, PERMIT_STATES, permitRoutes, type Permit } from '@kuwei/contract/wms/permit';
import { productRoutes } from '@kuwei/contract/wms/product';
import { locale, t } from '../../phrase/phrases.ts';
import { choice, dicOptions, phraseOptions } from '../../table/filter/choice.tsx';
import { record } from '../../table/filter/record.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { MeterCell } from '../place/Meter.tsx';
import { usedPercent } from '../place/used.ts';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';
import { permitLook } from './looks.ts';

/** The permitted products, or the whole class. */
export const permittedGoods = ({ products }: Permit): string =>
  products.length === 0 ? t('permit.allOfClass') : products.map(({ name }) => name).join(t('wms.place.comma'));

export const permitList = listOf(permitRoutes.listPermits, {
  name: 'wms.permit',
  sort: 'validUntil',
  search: 'permit.search',
  nameOf: ({ number }) => number,
  columns: [
    {
      key: 'number',
      title: 'wms.permit.number',
      sort: 'number',
      card: 'title',
      cell: ({ number }) => <span className="kw-code">{number}</span>,
      copy: ({ number }) => number,
    },
    {
      key: 'state',
      title: 'wms.permit.state',
      card: 'state',
      cell: (permit) => <StateTag look={permitLook(permit)} />,
    },
    {
      key: 'kind',
      title: 'wms.permit.kind',
      card: 'fact',
      cell: ({ kind }) => <DicName dic="WMS_PERMIT_KIND" code={kind} />,
    },
    {
      key: 'controlClass',
      title: 'wms.permit.controlClass',
      card: 'fact',
      cell: ({ controlClass }) => <ControlMarks flags={[controlClass]} />,
    },
    { key: 'org', title: 'wms.permit.org', sort: 'org', card: 'fact', cell: ({ orgName }) => orgName },
    { key: 'products', title: 'wms.permit.products', width: 'grow', card: 'fact', cell: permittedGoods },
    {
      key: 'left',
      title: 'wms.permit.left',
      align: 'right',
      card: 'fact',
      cell: ({ left, unit }) => (left === null || unit === null ? t('permit.noAmount') : <Quantity qty={left} unit={unit} />),
    },
    {
      key: 'taken',
      title: 'wms.permit.taken',
      width: 'whole',
      cell: (permit) => <TakenCell permit={permit} />,
    },
    {
      key: 'validUntil',
      title: 'wms.permit.validUntil',
      sort: 'validUntil',
      card: 'fact',
      cell: ({ validUntil }) => validUntil,
    },
    { key: 'warehouse', title: 'wms.permit.warehouse', hidden: 'en', cell: ({ warehouseName }) => warehouseName },
    {
      key: 'code',
      title: 'wms.permit.code',
      sort: 'code',
      hidden: true,
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'authority',
      title: 'wms.permit.authority',
      hidden: true,
      cell: ({ authority }) => authority ?? <None />,
    },
    { ...lastChanged, hidden: true },
  ],
  filters: [
    choice({ name: 'state', label: 'wms.permit.state', useOptions: phraseOptions('wms.permit.state', PERMIT_STATES) }),
    choice({ name: 'span', label: 'wms.permit.span', useOptions: phraseOptions('wms.permit.span', PERMIT_SPANS) }),
    choice({ name: 'controlClass', label: 'wms.permit.controlClass', useOptions: phraseOptions('wms.control', CONTROL_FLAGS) }),
    choice({ name: 'kind', label: 'wms.permit.kind', useOptions: dicOptions('WMS_PERMIT_KIND') }),
    record({
      name: 'productId',
      label: 'wms.product',
      find: productRoutes.selectProducts,
      optionOf: ({ id, code, name }) => ({ value: id, label: `${code} ${name}` }),
      one: productRoutes.getProduct,
      nameOf: (one) => `${one.code} ${nameIn(locale(), one)}`,
    }),
    record({
      name: 'orgId',
      label: 'wms.permit.org',
      find: permitRoutes.selectPermitOrgs,
      optionOf: ({ id, code, name }) => ({ value: id, label: name, hint: code }),
      one: permitRoutes.getPermitOrg,
      nameOf: ({ name }) => name,
    }),
    warehouseOf('wms.permit.warehouse'),
  ],
});

function TakenCell({ permit: { taken, amount } }: { permit: Permit }) {
  const percent = taken === null || amount === null ? null : usedPercent(taken, amount);
  return percent === null ? <None /> : <MeterCell percent={percent} label={t('wms.permit.taken')} />;
}
