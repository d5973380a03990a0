import { compare, sum } from '@kuwei/contract/decimal';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { Button } from 'antd';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { CountHold } from '../goods/CountHold.tsx';
import { NO_PLACE, savedParts, type Part, type Place } from './plan.ts';
import './candidates.css';
import '../document/said.css';

interface StockCandidatesProps {
  transaction: Transaction;
  line: TransactionLine;
  parts: readonly Part[];
  suggestion: BoxSuggestion | null;
  onTake: (place: Place, most: string | null) => boolean;
}

interface Stock {
  id: string;
  boxCode: string;
  batchNo: string | null;
  expiresOn: string | null;
  /** Including what is reserved for this line. */
  available: string;
  count: BoxCount | null;
}

/** The owner's stock of the product, first expired first. */
export function StockCandidates({ transaction, line, parts, suggestion, onTake }: StockCandidatesProps) {
  const t = useT();
  const { warehouseId } = transaction;
  const ownerOrgId = transaction.goodsOrgId ?? transaction.ownerOrgId;
  const { data } = usePageQuery(productBoxRoutes.selectStock, {
    query: { warehouseId, ownerOrgId, productId: line.product.id, page: 1, size: 50 },
  });
  const reasons = new Map(suggestion?.boxes.map((box) => [box.productBoxId, box.reason]));
  const stock = data ? stockOf(line, data.list) : [];
  const take = ({ id, boxCode, batchNo, expiresOn, available, count }: Stock): void =>
    void onTake({ ...NO_PLACE, productBoxId: id, sourceCode: boxCode, batchNo, expiresOn, count }, available);
  return (
    <div className="candidates">
      <h2>{t('work.candidates.stock')}</h2>
      {data && stock.length === 0 && <p className="work-second">{t('work.candidates.noStock')}</p>}
      <ul>
        {stock.map((row) => {
          const isChosen = parts.some((part) => part.productBoxId === row.id);
          return (
            <li key={row.id} className="candidate">
              <div className="candidate-text">
                <span className="kw-code part-code">{row.boxCode}</span>
                <span className="work-second">
                  {[row.batchNo, row.expiresOn && t('work.until', { date: row.expiresOn })].filter(Boolean).join(' · ')}
                </span>
                {reasons.has(row.id) && <span className="candidate-reason">{reasons.get(row.id)}</span>}
                {row.count !== null && <CountHold count={row.count} />}
              </div>
              <span className="candidate-room">
                {t('wms.stock.available')} <Quantity qty={row.available} unit={line.product.baseUnit} />
              </span>
              <Button
                size="large"
                disabled={isChosen}
                aria-label={t(isChosen ? 'work.candidates.chosenIn' : 'work.candidates.takeFrom', { code: row.boxCode })}
                onClick={() => take(row)}
              >
                {t(isChosen ? 'work.candidates.chosen' : 'work.candidates.take')}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Available stock and what is reserved for this line, in order of expiry. */
function stockOf(
  line: TransactionLine,
  rows: readonly {
    id: string;
    boxCode: string;
    batchNo: string;
    expiresOn: string | null;
    available: string | null;
    count: BoxCount | null;
  }[],
): Stock[] {
  const own = savedParts(line).filter((part) => part.blocked === null);
  const stock: Stock[] = rows.map(({ id, boxCode, batchNo, expiresOn, available, count }) => ({
    id,
    boxCode,
    batchNo: batchNo === '-' ? null : batchNo,
    expiresOn,
    count,
    available: sum([available ?? '0', ...own.filter((part) => part.productBoxId === id).map((part) => part.qty)]),
  }));
  for (const { productBoxId, sourceCode, batchNo, expiresOn, count, qty } of own) {
    if (productBoxId === null || stock.some((row) => row.id === productBoxId)) continue;
    stock.push({ id: productBoxId, boxCode: sourceCode ?? '', batchNo, expiresOn, count, available: qty });
  }
  const order = (row: Stock): string => row.expiresOn ?? '9999';
  return stock.filter((row) => compare(row.available, '0') > 0).sort((a, b) => order(a).localeCompare(order(b)));
}
