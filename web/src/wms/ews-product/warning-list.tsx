import { nameIn } from '@kuwei/contract/name';
import { limitRoutes, WARNING_KINDS, WARNING_SEVERITIES, warningRoutes, type Warning } from '@kuwei/contract/wms/ews-product';
import { productRoutes } from '@kuwei/contract/wms/product';
import { usePageQuery } from '../../page/query.ts';
import { locale, say, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { record } from '../../table/filter/record.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';
import { severityLooks, warningLooks } from './looks.ts';
import { MeasuredValue } from './MeasuredValue.tsx';

/** The subject of a warning. */
export const subjectOf = ({ productName, boxCode, documentNo, permitNumber, warehouseName, controlClass }: Warning): string =>
  productName ??
  boxCode ??
  documentNo ??
  permitNumber ??
  (controlClass === null ? warehouseName : `${warehouseName} · ${say(`wms.control.${controlClass}`)}`);

/** Who has handled a warning, until when and why. */
function Handling({ warning: { handlerName, untilDay, reason } }: { warning: Warning }) {
  const t = useT();
  if (handlerName === null) return <None />;
  return [handlerName, untilDay && t('warning.until', { day: untilDay }), reason].filter(Boolean).join(' · ');
}

const shown = (count: number): string => (count < COUNTED ? String(count) : `${COUNTED - 1}+`);
/** As far as the server counts. */
const COUNTED = 100;

/** Numbers of warnings by state, under the other filters. */
function useCounts({ state: _state, ...values }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { data } = usePageQuery(warningRoutes.countWarnings, { query: values }, { keepPrevious: true });
  if (data === undefined) return {};
  const { OPEN, ACKED, SNOOZED, IGNORED } = data;
  return { '': shown(OPEN + ACKED), OPEN: shown(OPEN), ACKED: shown(ACKED), SNOOZED: shown(SNOOZED), IGNORED: shown(IGNORED) };
}

export const warningList = listOf(warningRoutes.listWarnings, {
  name: 'wms.ews-product',
  sort: '-severity',
  search: 'warning.search',
  nameOf: (warning) => `${say(`wms.warning.kind.${warning.kind}`)} · ${subjectOf(warning)}`,
  columns: [
    {
      key: 'subject',
      title: 'warning.subject',
      width: 'grow',
      card: 'title',
      cell: (warning) => (
        <>
          {subjectOf(warning)} {warning.productCode !== null && <span className="kw-code">{warning.productCode}</span>}
        </>
      ),
      copy: ({ productCode, boxCode, documentNo, permitNumber }) => productCode ?? boxCode ?? documentNo ?? permitNumber ?? '',
    },
    {
      key: 'kind',
      title: 'wms.warning.kind',
      card: 'fact',
      cell: ({ kind }) => say(`wms.warning.kind.${kind}`),
    },
    {
      key: 'severity',
      title: 'wms.warning.severity',
      sort: 'severity',
      card: 'state',
      cell: ({ severity }) => <StateTag look={severityLooks[severity]} />,
    },
    { key: 'value', title: 'warning.measured', card: 'fact', cell: (warning) => <MeasuredValue warning={warning} /> },
    { key: 'org', title: 'wms.stock.owner', card: 'fact', cell: ({ orgName }) => orgName ?? <None /> },
    {
      key: 'warehouse',
      title: 'wms.stock.warehouse',
      hidden: 'en',
      card: 'fact',
      cell: ({ warehouseName }) => warehouseName,
    },
    { key: 'since', title: 'wms.warning.since', sort: 'since', cell: ({ since }) => <When at={since} /> },
    {
      key: 'state',
      title: 'wms.warning.state',
      card: 'fact',
      cell: ({ state }) => <StateTag look={warningLooks[state]} />,
    },
    { key: 'handling', title: 'warning.handling', card: 'fact', cell: (warning) => <Handling warning={warning} /> },
  ],
  filters: [
    tabs({
      name: 'state',
      label: 'wms.warning.state',
      tabs: [
        { value: null, label: 'warning.waiting' },
        { value: 'OPEN', label: 'wms.warning.state.OPEN' },
        { value: 'ACKED', label: 'wms.warning.state.ACKED' },
        { value: 'SNOOZED', label: 'wms.warning.state.SNOOZED' },
        { value: 'IGNORED', label: 'wms.warning.state.IGNORED' },
        { value: 'RESOLVED', label: 'wms.warning.state.RESOLVED' },
      ],
      useCounts,
    }),
    choice({ name: 'kind', label: 'wms.warning.kind', useOptions: phraseOptions('wms.warning.kind', WARNING_KINDS) }),
    choice({
      name: 'severity',
      label: 'wms.warning.severity',
      useOptions: phraseOptions('wms.warning.severity', WARNING_SEVERITIES),
    }),
    record({
      name: 'orgId',
      label: 'wms.stock.owner',
      find: limitRoutes.selectLimitOrgs,
      optionOf: ({ id, code, name }) => ({ value: id, label: name, hint: code }),
      one: limitRoutes.getLimitOrg,
      nameOf: ({ name }) => name,
    }),
    warehouseOf('wms.stock.warehouse'),
    record({
      name: 'productId',
      label: 'wms.product',
      find: productRoutes.selectProducts,
      optionOf: ({ id, code, name }) => ({ value: id, label: `${code} ${name}` }),
      one: productRoutes.getProduct,
      nameOf: (one) => `${one.code} ${nameIn(locale(), one)}`,
    }),
  ],
});
