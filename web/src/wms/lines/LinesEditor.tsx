// The lines of a document: typed, scanned, pasted, imported from a workbook or chosen in a window.
import type { ProductOption } from '@kuwei/contract/wms/product';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import {
  Suspense,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { useT } from '../../phrase/phrases.ts';
import { useRoom } from '../../table/table-widths.ts';
import { ask as question } from '../../ui/feedback.ts';
import { useUnitName } from '../../ui/Quantity.tsx';
import { LazySelectProductDialog, LazySelectStockDialog } from './select/lazy-dialogs.ts';
import { AddField, type EnterTyped } from './AddField.tsx';
import type { CheckLevel } from './check-line.ts';
import { hasUnit, inUnit, lineOfProduct, productPatch, stockPick, type EditorLine } from './line.ts';
import type { RowHandlers } from './LineRow.tsx';
import type { Lines } from './lines-state.ts';
import { LinesBar } from './LinesBar.tsx';
import { LinesSum } from './LinesSum.tsx';
import { LinesTable } from './LinesTable.tsx';
import { useSuggestionSource } from './suggestions.tsx';
import { isTable } from '../../ui/table-text.ts';
import { useIsTouch } from '../../ui/use-media.ts';
import { UnitsNote } from './UnitsNote.tsx';
import { useAvailable } from './use-available.ts';
import { useLineSources } from './use-line-sources.ts';
import './lines.css';

interface LinesEditorProps {
  type: RequestType;
  lines: Lines;
  level: CheckLevel;
  warehouseId: string | null;
  /** Stock was chosen before the warehouse: the document takes the warehouse of the stock. */
  onWarehouse: (id: string) => void;
  /** Set to a function that enters pending text of the field below the lines. */
  typed: RefObject<EnterTyped | null>;
}

const SheetDialog = lazyPart(async () => (await import('./SheetDialog.tsx')).SheetDialog);
const ReadingDialog = lazyPart(withTexts(async () => (await import('./ReadingDialog.tsx')).ReadingDialog, 'imports'));
const ColumnsDialog = lazyPart(async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog);

type Asking = { what: 'add' } | { what: 'stock'; line: EditorLine } | null;

export function LinesEditor({ type, lines, level, warehouseId, onWarehouse, typed }: LinesEditorProps) {
  const t = useT();
  const touch = useIsTouch();
  const unitName = useUnitName();
  const root = useRef<HTMLElement>(null);
  const [asking, setAsking] = useState<Asking>(null);
  /** Stays mounted once opened, for its closing transition and focus return. */
  const [hasOpened, setHasOpened] = useState(false);
  const isInbound = type === 'INBOUND';
  const sources = useLineSources(type, warehouseId, lines);
  const suggestions = useSuggestionSource(type, warehouseId, (line) => sources.add([{ line }]));
  const available = useAvailable(warehouseId, !isInbound);
  const close = (): void => setAsking(null);

  /** Index of the first line that a window added; its quantity gets the focus next. */
  const added = useRef<number | null>(null);
  const isClosed = useRef(true);
  const focusAdded = (): void => {
    if (added.current !== null) root.current?.querySelectorAll<HTMLElement>('[data-cell="qty"]')[added.current]?.focus();
    added.current = null;
  };
  const addStock = async (rows: readonly ProductBox[]): Promise<void> => {
    const at = lines.lines.length;
    if (rows.length === 0 || !(await sources.addStock(rows))) return;
    added.current = at;
    // Focus after rendering; if the window is still closing, `closed` does it.
    if (isClosed.current) setTimeout(focusAdded, 0);
  };
  const handleClosed = (): void => {
    isClosed.current = true;
    focusAdded();
  };
  const ask = (what: Asking): void => {
    isClosed.current = false;
    setHasOpened(true);
    setAsking(what);
  };
  const takeProduct = async (line: EditorLine, product: ProductOption, written: string): Promise<void> => {
    const alike = lines.lines.filter(
      (other) => other.key !== line.key && other.product === null && other.code.trim() === written && written !== '',
    );
    lines.change(line.key, productPatch(line, product, type));
    if (alike.length === 0) return;
    const title = t('tx.line.alike', { count: alike.length, written, name: product.name });
    if (!(await question({ title, yes: t('tx.line.alikeYes'), no: t('tx.line.alikeNo') }))) return;
    for (const other of alike) lines.change(other.key, productPatch(other, product, type));
  };
  /** Many pasted lines may share a wrong unit: one answer fixes them all. */
  const takeUnit = async (line: EditorLine, unit: string): Promise<void> => {
    lines.change(line.key, inUnit(line, unit));
    const isWrong = ({ product, unit: written }: EditorLine): boolean => product !== null && !hasUnit(product, written);
    if (!isWrong(line)) return;
    const alike = lines.lines.filter(
      (other) => other.key !== line.key && other.unit === line.unit && isWrong(other) && hasUnit(other.product!, unit),
    );
    if (alike.length === 0) return;
    const title = t('tx.line.alikeUnit', { count: alike.length, written: unitName(line.unit), name: unitName(unit) });
    if (!(await question({ title, yes: t('tx.line.alikeYes'), no: t('tx.line.alikeNo') }))) return;
    for (const other of alike) lines.change(other.key, inUnit(other, unit));
  };
  const handlers = useHandlers(lines, {
    takeUnit: (line, unit) => void takeUnit(line, unit),
    correctCode: sources.correctCode,
    chooseStock: (line) => ask({ what: 'stock', line }),
    takeProduct: (line, product, written) => void takeProduct(line, product, written),
  });
  const handlePaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    if (type === 'MOVE' || !isTable(text)) return;
    event.preventDefault();
    void sources.paste(text);
  };

  return (
    <section
      ref={root}
      className="lines"
      aria-label={t('wms.transaction.lines')}
      onPaste={handlePaste}
      onKeyDown={(event) => {
        if (!isUndo(event) || lines.pasted.length === 0 || lines.pastedAt !== lines.changes) return;
        event.preventDefault();
        sources.unpaste();
      }}
    >
      <LinesBar
        count={lines.lines.length}
        choose={t(isInbound ? 'tx.choose.product' : 'tx.choose.stock')}
        onChoose={() => ask({ what: 'add' })}
        sources={sources}
        byCode={type !== 'MOVE'}
        removed={lines.removed.length}
        onRestore={lines.restore}
        pasted={lines.pasted.length}
        fromWorkbook={lines.fromWorkbook}
        onUnpaste={sources.unpaste}
      />
      <UnitsNote
        lines={lines}
        onChoose={({ key }) => root.current?.querySelector<HTMLElement>(`[data-line="${key}"] [data-cell="unit"]`)?.focus()}
      />
      {lines.lines.length > 0 ? (
        <LinesScroll>
          <LinesTable
            type={type}
            lines={lines}
            level={level}
            available={available}
            handlers={handlers}
            onRemark={sources.remark}
          />
        </LinesScroll>
      ) : (
        <p className="lines-empty">{t(touch && type !== 'MOVE' ? `tx.line.emptyTouch.${type}` : `tx.line.empty.${type}`)}</p>
      )}
      <div className="lines-foot">
        <AddField
          typed={typed}
          useSuggestions={suggestions.useSuggestions}
          find={suggestions.find}
          onCode={type === 'MOVE' ? async () => 'unknown' : sources.addCode}
          hint={t(isInbound ? 'tx.line.addHint' : warehouseId === null ? 'tx.line.addWarehouseFirst' : 'tx.line.addStockHint')}
          onUp={() => [...(root.current?.querySelectorAll<HTMLElement>('[data-cell="qty"]') ?? [])].at(-1)?.focus()}
        />
        {lines.lines.length > 0 && <LinesSum lines={lines.lines} type={type} />}
      </div>
      <Suspense>
        {sources.askedSheet && <SheetDialog asked={sources.askedSheet} onAnswer={sources.answerSheet} />}
        {sources.askedReading && (
          <ReadingDialog asked={sources.askedReading} busy={sources.busy !== null} onAnswer={sources.answerReading} />
        )}
        {sources.asked && <ColumnsDialog type={type} asked={sources.asked} onAnswer={sources.answer} />}
        {hasOpened && isInbound && (
          <LazySelectProductDialog
            open={asking?.what === 'add'}
            onClose={close}
            onClosed={handleClosed}
            onPick={(products) => {
              close();
              if (sources.add(products.map((product) => ({ line: lineOfProduct(product, type) }))))
                added.current = lines.lines.length;
            }}
          />
        )}
        {hasOpened && !isInbound && (
          <LazySelectStockDialog
            moving={type === 'MOVE'}
            open={asking !== null}
            warehouseId={warehouseId}
            {...(asking?.what === 'stock' && asking.line.product && { only: asking.line.product })}
            taken={lines.lines.flatMap((line) => (line.stock ? [line.stock.id] : []))}
            onClose={close}
            onClosed={handleClosed}
            onPick={(rows) => {
              close();
              if (warehouseId === null && rows[0]) onWarehouse(rows[0].warehouseId);
              if (asking?.what === 'stock') {
                const [first, ...others] = rows;
                if (first) lines.change(asking.line.key, { stock: stockPick(first), batchNo: '' });
                void addStock(others);
              } else void addStock(rows);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Ctrl+Z undoes the paste until something else changes; after that it is the browser's undo in the field. */
const isUndo = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'z';

interface LatestHandlers {
  correctCode: (key: number, code: string) => Promise<void>;
  chooseStock: RowHandlers['chooseStock'];
  takeProduct: RowHandlers['takeProduct'];
  takeUnit: RowHandlers['takeUnit'];
}

/** Scrolls horizontally when the columns don't fit, and marks the edge. */
function LinesScroll({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  useRoom(scroller);
  return (
    <div className="lines-scroll" ref={scroller}>
      {children}
    </div>
  );
}

/** Stable handlers, so that memoized rows stay valid. */
function useHandlers(lines: Lines, given: LatestHandlers): RowHandlers {
  const latest = useRef(given);
  latest.current = given;
  const { change, duplicate, remove } = lines;
  return useMemo(
    () => ({
      change,
      duplicate,
      remove: (key) => remove([key]),
      resolve: (key, code) => void latest.current.correctCode(key, code),
      chooseStock: (line) => latest.current.chooseStock(line),
      takeUnit: (line, unit) => latest.current.takeUnit(line, unit),
      takeProduct: (line, product, written) => latest.current.takeProduct(line, product, written),
    }),
    [change, duplicate, remove],
  );
}
