import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { useT } from '../../phrase/phrases.ts';
import { CellBox } from './fields.tsx';
import type { StockPick } from './line.ts';
import './stock-cell.css';

interface StockCellProps {
  stock: StockPick | null;
  /** The requested batch where no stock is chosen. */
  batchNo: string;
  /** Without a choice, what expires first is taken. */
  auto: boolean;
  name: string;
  /** The remaining available quantity with unit; null while unknown. */
  available: string | null;
  error: string | undefined;
  onChoose: () => void;
}

/** The stock of a line; a click opens the chooser. */
export function StockCell({ stock, batchNo, auto, name, available, error, onChoose }: StockCellProps) {
  const t = useT();
  return (
    <CellBox
      cell="stock"
      label={t('tx.line.stock')}
      error={error}
      hint={available && t('tx.line.available', { amount: available })}
    >
      <button type="button" className="kw-plain line-stock" data-cell="stock" aria-label={name} onClick={onChoose}>
        {stock ? (
          <Stock stock={stock} />
        ) : (
          <span className="line-stock-auto">
            {batchNo !== '' ? t('tx.line.autoBatch', { batchNo }) : auto ? t('tx.line.auto') : t('tx.line.chooseStock')}
          </span>
        )}
        <DownOutlined aria-hidden="true" />
      </button>
    </CellBox>
  );
}

export function Stock({ stock }: { stock: StockPick }) {
  const t = useT();
  return (
    <span className="line-stock-text">
      {stock.boxCode !== null && <span className="kw-code">{stock.boxCode}</span>}
      {stock.batchNo !== null && <span>{stock.batchNo}</span>}
      {stock.expiresOn !== null && <span className="line-spec">{t('work.until', { date: stock.expiresOn })}</span>}
    </span>
  );
}
