import type { TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { Input } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { useAmount, useUnitName } from '../../ui/Quantity.tsx';
import { useUnits } from '../goods/units.ts';
import { grantFault, isCut, missingOf, type Grant } from './approval.ts';
import '../document/grant-table.css';
import '../document/said.css';

interface GrantCellProps {
  line: TransactionLine;
  grant: Grant;
  /** The server's error. */
  refused: string | null;
  onGrant: (lineId: string, grant: Grant) => void;
}

/** The granted quantity of a line, and the reason for granting less. */
export function GrantCell({ line, grant, refused, onGrant }: GrantCellProps) {
  const t = useT();
  const unitName = useUnitName();
  const amountOf = useAmount();
  const units = useUnits();
  const { product } = line;
  const fault = grantFault(line, grant.qty, units) ?? refused;
  const cut = isCut(line, grant.qty, units);
  return (
    <>
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
    </>
  );
}
