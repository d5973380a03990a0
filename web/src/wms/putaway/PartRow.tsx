import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { Button } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { useUnitName } from '../../ui/Quantity.tsx';
import { CountHold, CountPageLink } from '../goods/CountHold.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import type { Earlier } from './fefo.ts';
import { isQuantity, type Part } from './plan.ts';
import { isSourceRefusal, type BoxRefusal } from './refusal.ts';
import './candidates.css';
import './part-row.css';
import '../document/said.css';

interface PartRowProps {
  type: TransactionType;
  part: Part;
  unit: string;
  /** Why its quantity cannot be counted. */
  fault: string | null;
  /** The requested batch, if the part is of another one. */
  asked: string | null;
  /** Stock that expires earlier and should go first. */
  earlier: Earlier | null;
  refusal: BoxRefusal | null;
  onQty: (qty: string) => void;
  onRemove: (() => void) | null;
  onSplit: (() => void) | null;
  onInstead: (box: { boxId: string; boxCode: string }) => void;
}

/** One part of a line at its place. */
export function PartRow({ type, part, unit, fault, asked, earlier, refusal, onQty, onRemove, onSplit, onInstead }: PartRowProps) {
  const t = useT();
  const unitName = useUnitName();
  const place = placeText(type, part) ?? [part.sourceCode, t('work.part.noBox')].filter((text) => text !== null).join(' → ');
  const wrong = !isQuantity(part.qty) || fault !== null;
  return (
    <li className={`part-row ${refusal || part.blocked !== null ? 'refused' : ''}`}>
      <div className="part-place">
        <span className="kw-code part-code">{place}</span>
        {part.scanned && (
          <span className="part-scanned">
            <CheckOutlined aria-hidden="true" /> {t('work.part.scanned')}
          </span>
        )}
        <PartFacts type={type} part={part} />
      </div>
      <NumberInput
        size="large"
        className="part-qty"
        value={part.qty}
        suffix={unitName(unit, part.qty)}
        status={wrong ? 'error' : ''}
        aria-invalid={wrong}
        aria-label={t('work.part.qty', { place })}
        onChange={onQty}
      />
      <div className="part-actions">
        {onSplit && (
          <Button size="large" onClick={onSplit}>
            {t('work.part.split')}
          </Button>
        )}
        {onRemove && (
          <Button
            size="large"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('work.part.remove', { place })}
            onClick={onRemove}
          />
        )}
      </div>
      {fault !== null && (
        <p className="part-refusal" role="alert">
          {fault}
        </p>
      )}
      {asked !== null && <p className="part-note">{t('work.part.otherBatch', { batchNo: asked })}</p>}
      {earlier && <p className="part-note">{t('work.part.earlier', { ...earlier, batchNo: earlier.batchNo ?? '–' })}</p>}
      {part.blocked !== null && (
        <p className="part-refusal" role="alert">
          {t(`work.blocked.${part.blocked}`, { batch: part.batchNo ?? '–' })}
        </p>
      )}
      {part.count !== null && refusal === null && (
        <p className="part-note">
          <CountHold count={part.count} />
        </p>
      )}
      {refusal && (
        <div className="part-refusal" role="alert">
          <p>
            {refusal.message} {refusal.count !== null && <CountPageLink count={refusal.count} />}
          </p>
          {isSourceRefusal(refusal, part) ? null : refusal.alternatives.length > 0 ? (
            <div className="part-alternatives">
              <span>{t('work.part.instead')}</span>
              {refusal.alternatives.map((box) => (
                <Button key={box.boxId} onClick={() => onInstead(box)}>
                  <span className="kw-code">{box.boxCode}</span>
                </Button>
              ))}
            </div>
          ) : (
            <p>{t('work.part.noInstead')}</p>
          )}
        </div>
      )}
    </li>
  );
}

function PartFacts({ type, part }: { type: TransactionType; part: Part }) {
  const t = useT();
  const facts = [
    ...(type === 'INBOUND' ? [] : [part.batchNo, part.expiresOn && t('work.until', { date: part.expiresOn })]),
    part.reason,
  ].filter((fact) => fact !== null);
  return facts.length > 0 ? <span className="work-second">{facts.join(' · ')}</span> : null;
}

function placeText(type: TransactionType, { sourceCode, boxCode }: Part): string | null {
  if (type === 'OUTBOUND') return sourceCode;
  if (type === 'INBOUND') return boxCode;
  return boxCode === null ? null : `${sourceCode ?? ''} → ${boxCode}`;
}
