import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { Input } from 'antd';
import { memo } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { Quantity, useAmount, useUnitName } from '../../../ui/Quantity.tsx';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { LineBatches } from '../LineBatches.tsx';
import { ProductName } from '../ProductName.tsx';
import { grantFault, grantOf, isCut, missingOf, mostOf, type Grant, type Grants } from './approval.ts';
import '../line-grid.css';
import './grant-table.css';

interface GrantTableProps {
  lines: readonly TransactionLine[];
  /** What the owner has of each product in the warehouse already; null until it is known. */
  stock: ReadonlyMap<string, string> | null;
  grants: Grants;
  refused: ReadonlyMap<string, string>;
  onGrant: (lineId: string, grant: Grant) => void;
}

/** The lines of an application, each with the quantity that is granted. */
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
              stock={stock?.get(line.product.id) ?? null}
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
  stock: string | null;
  /** The level before has decided: what it granted stands beside what was applied for. */
  isSecond: boolean;
  grant: Grant;
  refused: string | null;
  onGrant: (lineId: string, grant: Grant) => void;
}

const GrantRow = memo(
  function GrantRow({ line, stock, isSecond, grant, refused, onGrant }: GrantRowProps) {
    const t = useT();
    const unitName = useUnitName();
    const amountOf = useAmount();
    const fault = grantFault(line, grant.qty) ?? refused;
    const cut = isCut(line, grant.qty);
    const { product } = line;
    return (
      <tr>
        <td>
          <ProductName product={product} />
          {stock !== null && (
            <div className="work-second">{t('work.ownersStock', { amount: amountOf(stock, product.baseUnit) })}</div>
          )}
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
          <NumberInput
            value={grant.qty}
            status={fault ? 'error' : ''}
            suffix={unitName(product.baseUnit, grant.qty)}
            aria-label={t('work.grantedOf', { line: line.lineNo, product: product.name })}
            aria-invalid={fault !== null}
            onChange={(qty) => onGrant(line.id, { ...grant, qty })}
          />
          {fault && <div className="work-fault">{fault}</div>}
          {cut && (
            <Input
              value={grant.reason}
              maxLength={200}
              placeholder={t('work.cutReason', { amount: amountOf(missingOf(line, grant.qty), product.baseUnit) })}
              aria-label={t('work.cutReasonOf', { line: line.lineNo })}
              onChange={(event) => onGrant(line.id, { ...grant, reason: event.target.value })}
            />
          )}
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
