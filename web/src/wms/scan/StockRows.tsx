import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { langOf, useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { collectOf, moveOf } from '../addresses.ts';
import { ownerText } from '../product-box/owner-text.ts';
import { StockState } from '../product-box/StockState.tsx';

interface StockRowsProps {
  title: string;
  /** Shown when there is none. */
  none: string;
  stock: readonly ProductBox[];
  /** The list is complete. */
  whole: boolean;
  /** First segment of linked addresses. */
  section: string;
  /** What all rows have in common and the page already shows. */
  without: 'box' | 'product';
}

/** Stock, with the next actions of its storekeeper or owner. */
export function StockRows({ title, none, stock, whole, section, without }: StockRowsProps) {
  const t = useT();
  const isKept = section === 'admin';
  return (
    <section className="scan-card">
      <h3>{title}</h3>
      {stock.length === 0 && <p className="scan-none">{none}</p>}
      <ul className="scan-rows">
        {stock.map((row) => (
          <li key={row.id}>
            <div className="scan-row">
              <PageLink
                className="kw-link"
                to={`/${section}/wms/product-box/list?${isKept ? `boxId=${row.boxId}` : `productId=${row.productId}`}&show=${row.id}`}
              >
                {without === 'box' ? (
                  <span lang={langOf(row.productName)}>{row.productName}</span>
                ) : (
                  <span className="kw-code">{row.boxCode}</span>
                )}
              </PageLink>
              <Quantity qty={row.qty} unit={row.baseUnit} />
            </div>
            <div className="scan-row second">
              <span>
                {[
                  row.batchNo === '-' ? null : row.batchNo,
                  row.expiresOn && t('work.until', { date: row.expiresOn }),
                  isKept || row.guest ? ownerText(row) : null,
                  without === 'product' ? row.warehouseName : null,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
              <StockState stock={row} />
            </div>
            {!row.guest && (isKept ? row.qty !== row.reserved : row.available !== '0') && (
              <PageLink className="kw-button" to={isKept ? moveOf([row.id]) : collectOf(section, row.id)}>
                {t(isKept ? 'scan.moveThis' : 'scan.collect')}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
      {!whole && <p className="scan-none">{t('scan.more', { count: stock.length })}</p>}
    </section>
  );
}
