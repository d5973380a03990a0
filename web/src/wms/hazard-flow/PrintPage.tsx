// The printed register of a month: for each product the balance carried forward, its entries and the totals.
import { sum } from '@kuwei/contract/decimal';
import {
  documentNoOf,
  flowRoutes,
  flowText,
  type FlowProduct,
  type FlowRegister,
  type FlowRow,
} from '@kuwei/contract/wms/hazard-flow';
import { useEffect, useMemo, useState } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageCall } from '../../page/query.ts';
import { say, useLocale, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { printTime } from '../../ui/print/print-time.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PrintedPage } from '../../ui/print/PrintedPage.tsx';
import type { Printed } from '../../ui/print/printed.ts';
import { useAmount } from '../../ui/Quantity.tsx';
import { keepersOf, partyOf, purposeOf } from './entry-text.ts';
import { NoWarehouse } from './NoWarehouse.tsx';
import { flowAddress, useRegisterKey, type RegisterKey } from './register-key.ts';

export default function PrintPage() {
  const { which } = useRegisterKey();
  if (which === undefined) return <PageSkeleton />;
  if (which === null) return <NoWarehouse />;
  return <Sheet key={`${which.warehouseId} ${which.controlClass} ${which.month}`} which={which} />;
}

/** Page size of one call. */
const SIZE = 200;

interface Whole {
  register: FlowRegister;
  rows: readonly FlowRow[];
}

function useWhole({ warehouseId, controlClass, month }: RegisterKey) {
  const call = usePageCall();
  const [whole, setWhole] = useState<Whole | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const { key } = usePage();
  useEffect(() => {
    let isOver = false;
    const which = { warehouseId, controlClass, month };
    const from = async (page: number, before: readonly FlowRow[]): Promise<readonly FlowRow[]> => {
      const { list } = await call(flowRoutes.listFlow, { query: { ...which, sort: 'product', page, size: SIZE } });
      const so = [...before, ...list];
      return list.length < SIZE || isOver ? so : from(page + 1, so);
    };
    Promise.all([call(flowRoutes.getFlowRegister, { query: which }), from(1, [])]).then(
      ([register, rows]) => !isOver && setWhole({ register, rows }),
      (failed: Error) => setError(failed),
    );
    return () => {
      isOver = true;
    };
  }, [warehouseId, controlClass, month, key]);
  return { whole, error };
}

function Sheet({ which }: { which: RegisterKey }) {
  const { whole, error } = useWhole(which);
  if (error) return <LoadFailed error={error} onRetry={() => location.reload()} busy={false} />;
  return whole ? <Register which={which} {...whole} /> : <PageSkeleton />;
}

/** An opening or closing balance of a product, or one of its entries. */
type Line = { key: string; product: FlowProduct } & ({ edge: 'carried' | 'ended' } | { entry: FlowRow });

function linesOf({ register, rows }: Whole): Line[] {
  const entries = Map.groupBy(rows, ({ productId }) => productId);
  return register.products.flatMap((product): Line[] => [
    { key: `${product.id} carried`, product, edge: 'carried' },
    ...(entries.get(product.id) ?? []).map((entry): Line => ({ key: String(entry.seq), product, entry })),
    { key: `${product.id} ended`, product, edge: 'ended' },
  ]);
}

/** Quantities in or out on a sheet, by unit. */
function sumsOf(lines: readonly Line[], what: 'in' | 'out'): [unit: string, qty: string][] {
  const entries = lines.flatMap((line) => ('entry' in line && line.entry[what] !== null ? [line.entry] : []));
  return [...Map.groupBy(entries, ({ baseUnit }) => baseUnit)].map(([unit, group]) => [
    unit,
    sum(group.map((each) => each[what]!)),
  ]);
}

function Register({ which, register, rows }: Whole & { which: RegisterKey }) {
  const t = useT();
  const locale = useLocale();
  const { prefix } = usePage();
  const amountIn = useAmount();
  const printed = useMemo((): Printed<Line> => {
    const { closing, controlClass, month, warehouseName, firstDay, lastDay, timeZone, state } = register;
    const entryCell = (entry: (row: FlowRow) => string | null) => (line: Line) => ('entry' in line ? entry(line.entry) : null);
    const amounts = (group: readonly Line[], what: 'in' | 'out'): string =>
      sumsOf(group, what)
        .map(([unit, qty]) => amountIn(qty, unit))
        .join(' · ');
    return {
      title: t('hazardFlow.title'),
      no: month,
      state: t(`wms.flow.state.${state}`),
      house: warehouseName,
      facts: [
        [t('wms.flow.controlClass'), t(`wms.control.${controlClass}`)],
        [t('wms.flow.month'), `${firstDay} – ${lastDay}`],
        [
          t('hazardFlow.closedBy'),
          closing && t('hazardFlow.by', { name: closing.closedBy, at: printTime(closing.closedAt, timeZone) }),
        ],
        [
          t('hazardFlow.signedBy'),
          closing?.signedBy && closing.signedAt
            ? t('hazardFlow.by', { name: closing.signedBy, at: printTime(closing.signedAt, timeZone) })
            : null,
        ],
        [t('hazardFlow.hash'), closing && closing.hash.slice(0, 16)],
      ],
      columns: [
        { key: 'at', title: t('wms.flow.at'), look: 'whole', cell: entryCell(({ at }) => printTime(at, timeZone).slice(5)) },
        {
          key: 'product',
          title: t('stock.product'),
          cell: ({ product: { name, cas } }) => (
            <>
              {name} {cas !== null && <span className="whole">{cas}</span>}
            </>
          ),
        },
        { key: 'batch', title: t('wms.stock.batchNo'), cell: entryCell(({ batchNo }) => (batchNo === '-' ? null : batchNo)) },
        {
          key: 'flow',
          title: t('wms.flow.flow'),
          look: 'whole',
          cell: (line) => ('entry' in line ? flowText(line.entry, say) : t(`hazardFlow.${line.edge}`)),
        },
        { key: 'in', title: t('wms.flow.in'), look: 'end', cell: (line) => amountOf(line, 'in', amountIn) },
        { key: 'out', title: t('wms.flow.out'), look: 'end', cell: (line) => amountOf(line, 'out', amountIn) },
        { key: 'balance', title: t('wms.flow.balance'), look: 'end', cell: (line) => amountOf(line, 'balance', amountIn) },
        { key: 'party', title: t('wms.flow.party'), cell: entryCell(partyOf) },
        { key: 'purpose', title: t('wms.flow.purposeOrReason'), cell: entryCell(purposeOf) },
        { key: 'permit', title: t('wms.flow.permit'), cell: entryCell(({ permitNumber }) => permitNumber) },
        { key: 'keepers', title: t('wms.flow.keepers'), cell: entryCell(keepersOf) },
        { key: 'document', title: t('ledger.document'), look: 'code', cell: entryCell(documentNoOf) },
      ],
      rows: linesOf({ register, rows }),
      keyOf: ({ key }) => key,
      sums: (group) => ({ cells: { in: amounts(group, 'in'), out: amounts(group, 'out') } }),
      signs: [
        [t('hazardFlow.signs.keeper'), closing?.closedBy ?? ''],
        [t('hazardFlow.signs.second'), closing?.signedBy ?? ''],
        [t('hazardFlow.signs.head'), ''],
      ],
    };
  }, [register, rows, locale]);
  return (
    <PrintedPage
      printed={printed}
      back={{ to: flowAddress(prefix, which), label: t('hazardFlow.back') }}
      papers={['A4L', 'A4', '241x140']}
    />
  );
}

function amountOf(line: Line, what: 'in' | 'out' | 'balance', amountIn: ReturnType<typeof useAmount>): string | null {
  const { product } = line;
  if ('entry' in line) {
    const qty = line.entry[what];
    return qty === null ? null : grouped(qty);
  }
  if (what === 'balance') return amountIn(line.edge === 'carried' ? product.opening : product.closing, product.baseUnit);
  return line.edge === 'carried' ? null : grouped(product[what]);
}
