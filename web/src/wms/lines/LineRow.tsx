import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import type { ProductOption } from '@kuwei/contract/wms/product';
import type { Units } from '@kuwei/contract/wms/amount';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { memo, type ReactNode } from 'react';
import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../phrase/phrases.ts';
import { money } from '../../ui/format.ts';
import { nearDay } from '../../ui/day/use-day-text.ts';
import { useAmount, useUnitName } from '../../ui/Quantity.tsx';
import { checkLine, type CheckLevel } from './check-line.ts';
import { CellBox, DayField, TextField, UnitField } from './fields.tsx';
import {
  amountOf,
  baseQty,
  CELLS,
  dayHints,
  daysOf,
  isDecimal,
  needsExpiry,
  parseLine,
  unitsOf,
  type BatchCell,
  type Cell,
  type CellErrors,
  type EditorLine,
  type TextCell,
} from './line.ts';
import { ProductCell } from './ProductCell.tsx';
import { StockCell } from './StockCell.tsx';
import { TITLES } from './titles.ts';

export interface RowHandlers {
  change: (key: number, patch: Partial<EditorLine>) => void;
  duplicate: (key: number) => void;
  remove: (key: number) => void;
  resolve: (key: number, code: string) => void;
  chooseStock: (line: EditorLine) => void;
  takeUnit: (line: EditorLine, unit: string) => void;
  /** @param written the text that stood in the product's place: other lines may have the same */
  takeProduct: (line: EditorLine, product: ProductOption, written: string) => void;
}

interface LineRowProps {
  line: EditorLine;
  no: number;
  type: RequestType;
  storedErrors: CellErrors | undefined;
  /** Warnings by cell. */
  noted: CellErrors | undefined;
  level: CheckLevel;
  units: Units;
  /** Available quantity of the named stock or product; undefined while unknown. */
  available: string | undefined;
  /** What earlier lines leave for this one, if less than it asks for. */
  left: string | undefined;
  /** Its unit error is the same as that of a line above, and is stated once for all. */
  unitErrorAbove: boolean;
  /** The batch it names has nothing available. */
  lacksBatch: boolean;
  handlers: RowHandlers;
}

/** One line. Memoized: drawn again only when it or its messages change. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, no, type, storedErrors, noted, level, units, handlers, left } = props;
  const read = parseLine(line);
  const t = useT();
  const unitName = useUnitName();
  const amountIn = useAmount();
  const baseUnit = line.product?.baseUnit ?? line.unit;
  const short = left === undefined ? {} : { qty: t('tx.line.short', { amount: amountIn(left, baseUnit) }) };
  // The server's message wins over our shorter one: only it knows which codes exist.
  const unknown = storedErrors?.product === undefined ? {} : { product: storedErrors.product };
  const batch = props.lacksBatch ? { stock: t('tx.line.noBatchFree', { batch: read.batchNo }) } : {};
  const near = nearDays(line, storedErrors);
  const errors: CellErrors = {
    ...short,
    ...batch,
    ...storedErrors,
    ...checkLine({ ...line, ...near }, type, units, level),
    ...unknown,
  };
  const days = dayHints({ ...read, ...near });
  const dayHint = (cell: DayCell) => warned(days[cell] ? t(days[cell]) : noted?.[cell]) ?? (near[cell] && `= ${near[cell]}`);
  const nameOf = (title: PlainKey): string => t('tx.line.field', { row: no, name: t(title) });
  const field = (cell: TextCell) => ({
    cell,
    name: nameOf(TITLES[cell]),
    value: line[cell],
    invalid: errors[cell] !== undefined,
    onChange: (text: string) => handlers.change(line.key, { [cell]: text }),
    onLeave: () => {
      const meant = getParsedChanges(line, { ...read, ...near });
      if (meant) handlers.change(line.key, meant);
    },
  });
  // Batch fields of untracked products are read-only, unless one has a value that the user must be able to clear.
  const ofBatch = (cell: BatchCell, placeholder: string | null) =>
    line.product?.trackBatch === false && line[cell] === ''
      ? { readOnly: true, placeholder: cell === 'batchNo' ? t('tx.line.notByBatch') : '—', title: t('rule.notByBatch') }
      : placeholder !== null && { placeholder };
  const box = (cell: TextCell) => ({ cell, label: t(TITLES[cell]), error: errors[cell] });
  const cells: Record<Cell, () => ReactNode> = {
    product: () => (
      <ProductCell
        key="product"
        product={line.product}
        code={line.code}
        name={nameOf('wms.product.code')}
        error={errors.product}
        hint={warned(noted?.product)}
        onCode={(code) => handlers.change(line.key, { code })}
        onResolve={(code) => handlers.resolve(line.key, code)}
        onTake={(product, written) => handlers.takeProduct(line, product, written)}
      />
    ),
    stock: () => (
      <StockCell
        key="stock"
        stock={line.stock}
        batchNo={type === 'OUTBOUND' ? line.batchNo.trim() : ''}
        auto={type === 'OUTBOUND'}
        name={nameOf('tx.line.stock')}
        available={props.available === undefined ? null : amountIn(props.available, baseUnit)}
        error={errors.stock}
        onChoose={() => handlers.chooseStock(line)}
      />
    ),
    qty: () => (
      <CellBox key="qty" {...box('qty')} hint={warned(noted?.qty) ?? baseHint(line, read, amountIn)} end>
        <TextField {...field('qty')} inputMode="decimal" maxLength={20} end />
      </CellBox>
    ),
    unit: () => (
      <CellBox key="unit" {...box('unit')}>
        <UnitField
          {...field('unit')}
          units={line.product ? unitsOf(line.product) : [line.unit]}
          nameOf={unitName}
          onChange={(unit) => handlers.takeUnit(line, unit)}
        />
      </CellBox>
    ),
    batchNo: () => (
      <CellBox key="batchNo" {...box('batchNo')}>
        <TextField
          {...field('batchNo')}
          maxLength={64}
          {...ofBatch('batchNo', line.product?.trackBatch ? t('tx.line.required') : null)}
        />
      </CellBox>
    ),
    madeOn: () => (
      <CellBox key="madeOn" {...box('madeOn')} hint={dayHint('madeOn')}>
        <DayField {...field('madeOn')} {...ofBatch('madeOn', null)} day={near.madeOn ?? read.madeOn} />
      </CellBox>
    ),
    expiresOn: () => (
      <CellBox key="expiresOn" {...box('expiresOn')} hint={dayHint('expiresOn')}>
        <DayField {...field('expiresOn')} day={near.expiresOn ?? read.expiresOn} {...ofBatch('expiresOn', expiryHint(line, t))} />
      </CellBox>
    ),
    unitPrice: () => (
      <CellBox key="unitPrice" {...box('unitPrice')} hint={warned(noted?.unitPrice) ?? priceHint(line)} end>
        <TextField {...field('unitPrice')} inputMode="decimal" maxLength={20} end />
      </CellBox>
    ),
    remark: () => (
      <CellBox key="remark" {...box('remark')}>
        <TextField {...field('remark')} maxLength={500} />
      </CellBox>
    ),
  };
  return (
    <tr role="row" data-line={line.key} className={props.unitErrorAbove ? 'unit-error-above' : ''}>
      <td role="cell" className="line-no">
        {no}
      </td>
      {CELLS[type].map((cell) => cells[cell]())}
      <td role="cell" className="line-actions">
        <IconButton label={t('tx.line.duplicate', { row: no })} onClick={() => handlers.duplicate(line.key)}>
          <CopyOutlined aria-hidden="true" />
        </IconButton>
        <IconButton label={t('form.removeRow', { row: no })} onClick={() => handlers.remove(line.key)}>
          <DeleteOutlined aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  );
});

const warned = (text: string | undefined): ReactNode =>
  text === undefined ? undefined : <span className="line-warn">{text}</span>;

const IconButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" className="kw-plain line-button" title={label} aria-label={label} onClick={onClick}>
    {children}
  </button>
);

type DayCell = 'madeOn' | 'expiresOn';
const NEAR_SIDE = { madeOn: 'last', expiresOn: 'next' } as const;

/** Typed days without a year, completed relative to today. Pastes and workbooks are not completed but refused. */
function nearDays(line: EditorLine, storedErrors: CellErrors | undefined): Partial<Record<DayCell, string>> {
  const cells = (['madeOn', 'expiresOn'] as const).flatMap((cell) => {
    const day = line[cell] === '' || storedErrors?.[cell] !== undefined ? null : nearDay(line[cell], NEAR_SIDE[cell]);
    return day === null ? [] : [[cell, day] as const];
  });
  return Object.fromEntries(cells);
}

/** The cells whose parsed value differs from the typed text; null where none does. */
function getParsedChanges(line: EditorLine, read: EditorLine): Partial<EditorLine> | null {
  const cells = PARSED_CELLS.filter((cell) => line[cell] !== read[cell]);
  return cells.length === 0 ? null : Object.fromEntries(cells.map((cell) => [cell, read[cell]]));
}
const PARSED_CELLS = ['qty', 'unit', 'batchNo', 'madeOn', 'expiresOn', 'unitPrice'] as const;

/** The parsed quantity, also in base units if entered in another unit. */
function baseHint(line: EditorLine, read: EditorLine, amountIn: (qty: string, unit: string) => string): string | undefined {
  const base = line.product?.baseUnit;
  if (base !== undefined && read.unit !== base) {
    const qty = baseQty(line);
    if (qty !== null) return `= ${amountIn(qty, base)}`;
  }
  return line.qty.trim() !== read.qty && isDecimal(read.qty) ? `= ${amountIn(read.qty, read.unit)}` : undefined;
}

function priceHint(line: EditorLine): string | undefined {
  const amount = amountOf(line);
  return amount === null ? undefined : `= ${money(amount)}`;
}

/** Placeholder of the expiry field: the computed day, or that one is required. */
const expiryHint = (line: EditorLine, t: ReturnType<typeof useT>): string | null =>
  needsExpiry(line.product) ? (daysOf({ ...line, expiresOn: '' }).expiresOn ?? t('tx.line.required')) : null;
