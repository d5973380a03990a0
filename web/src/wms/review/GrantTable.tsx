import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { memo } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { Quantity, useAmount } from '../../ui/Quantity.tsx';
import { LineBatches } from '../document/LineBatches.tsx';
import { OwnersStock, type Stock } from '../document/OwnersStock.tsx';
import { ProductName } from '../goods/ProductName.tsx';
import { grantOf, mostOf, type Grant, type Grants } from './approval.ts';
import { GrantCell } from './GrantCell.tsx';
import '../document/line-grid.css';
import '../document/grant-table.css';
import '../document/said.css';

interface GrantTableProps {
  lines: readonly TransactionLine[];
  /** The owner's current stock of each product; null while unknown. */
  stock: ReadonlyMap<string, Stock> | null;
  grants: Grants;
  refused: ReadonlyMap<string, string>;
  onGrant: (lineId: string, grant: Grant) => void;
}

/** The lines of a request with their granted quantities. */
export function GrantTable({ lines, stock, grants, refused, onGrant }: GrantTableProps) {
  const t = useT();
  const isSecond = lines.some(({ qtyAppr }) => qtyAppr !== null);
  return (
    <div className="grant-scroll">
      <table className="line-grid grant-table">
        <thead>
          <tr>
            <th scope="col">{t('wms.product')}</th>
            <th scope="col">{t('wms.line.batchNo')}</th>
            <th scope="col" className="end">
              {t('work.applied')}
            </th>
            {isSecond && (
              <th scope="col" className="end">
                {t('work.grantedFirst')}
              </th>
            )}
            <th scope="col" className="end">
              {t('work.granted')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <GrantRow
              key={line.id}
              line={line}
              stock={stock?.get(line.product.id)}
              isSecond={isSecond}
              grant={grantOf(grants, line)}
              refused={refused.get(line.id) ?? null}
              onGrant={onGrant}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GrantRowProps {
  line: TransactionLine;
  stock: Stock | undefined;
  /** A previous level has decided: its quantity is shown beside the requested one. */
  isSecond: boolean;
  grant: Grant;
  refused: string | null;
  onGrant: (lineId: string, grant: Grant) => void;
}

const GrantRow = memo(
  function GrantRow({ line, stock, isSecond, grant, refused, onGrant }: GrantRowProps) {
    const t = useT();
    const amountOf = useAmount();
    const { product } = line;
    return (
      <tr>
        <td>
          <ProductName product={product} />
          <OwnersStock stock={stock} unit={product.baseUnit} />
        </td>
        <td data-label={t('wms.line.batchNo')}>
          <LineBatches line={line} />
        </td>
        <td className="end" data-label={t('work.applied')}>
          <Quantity qty={line.qtyReq} unit={product.baseUnit} />
          {line.unit !== product.baseUnit && <div className="work-second">{amountOf(line.qty, line.unit)}</div>}
        </td>
        {isSecond && (
          <td className="end" data-label={t('work.grantedFirst')}>
            <Quantity qty={mostOf(line)} unit={product.baseUnit} />
          </td>
        )}
        <td className="grant-cell" data-label={t('work.granted')}>
          <GrantCell line={line} grant={grant} refused={refused} onGrant={onGrant} />
        </td>
      </tr>
    );
  },
  (before, now) =>
    before.line === now.line &&
    before.stock === now.stock &&
    before.isSecond === now.isSecond &&
    before.grant.qty === now.grant.qty &&
    before.grant.reason === now.grant.reason &&
    before.refused === now.refused,
);
