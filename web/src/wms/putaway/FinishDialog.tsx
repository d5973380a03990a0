// Posting: the quantity done at each place and, for outbound goods, the recipient's pickup code.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { compare, subtract } from '@kuwei/contract/decimal';
import { decimal } from '@kuwei/contract/rule';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { Form, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { useT } from '../../phrase/phrases.ts';
import { useAmount, useUnitName } from '../../ui/Quantity.tsx';
import { baseFault, useUnits } from '../goods/units.ts';
import { Refusal } from '../review/Refusal.tsx';
import { ProductName } from '../goods/ProductName.tsx';
import { getReplacedBatch, earlierThan } from './fefo.ts';
import { isPartPlaced, isQuantity, openLines, type Part } from './plan.ts';
import type { BoxWork } from './use-box-work.ts';
import type { Plan } from './use-plan.ts';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { busyProps } from '../../ui/BusyButton.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import './finish-dialog.css';
import '../document/said.css';

interface FinishDialogProps {
  transaction: Transaction;
  plan: Plan;
  suggestions: readonly BoxSuggestion[];
  work: BoxWork;
  open: boolean;
  onClose: () => void;
}

interface Item {
  key: string;
  line: TransactionLine;
  part: Part;
}

const CODE_LENGTH = 6;

export function FinishDialog({ transaction, plan, suggestions, work, open, onClose }: FinishDialogProps) {
  const t = useT();
  const { type } = transaction;
  const [actual, setActual] = useState<Readonly<Record<string, string>>>({});
  const [code, setCode] = useState('');
  const texts = useTypedTexts(open ? `finish ${transaction.id}` : null, onClose, { busy: work.busy });
  const [typedComment, setTypedComment] = useState<string | null>(null);
  const comment = typedComment ?? texts.kept['finish-comment'] ?? '';
  const items = itemsOf(transaction, plan);
  const qtyOf = ({ key, part }: Item): string => actual[key] ?? part.qty;
  const units = useUnits();
  const countableFault = (item: Item): string | null =>
    isValidQty(qtyOf(item)) ? baseFault(qtyOf(item).trim(), item.line.product.baseUnit, units, item.part.qty.trim()) : null;
  const faulty = (item: Item): boolean =>
    !isValidQty(qtyOf(item)) || compare(qtyOf(item).trim(), item.part.qty.trim()) > 0 || countableFault(item) !== null;
  const doneItems = items.filter((item) => !faulty(item) && isQuantity(qtyOf(item)));
  const outOfOrder = type === 'OUTBOUND' && doneItems.some((item) => isOutOfOrder(item, items, suggestions));
  const isOther = type !== 'INBOUND' && doneItems.some(({ line, part }) => getReplacedBatch(line, part) !== null);
  const mustExplain = outOfOrder || isOther;
  const commentLabel = t(isOther ? 'work.finish.otherBatch' : outOfOrder ? 'work.finish.order' : 'wms.line.remark');
  const codeMissing = type === 'OUTBOUND' && code.length !== CODE_LENGTH;
  const ready =
    items.every((item) => !faulty(item)) && doneItems.length > 0 && !codeMissing && (!mustExplain || comment.trim() !== '');
  const isWhole = completesDocument(transaction, doneItems, qtyOf);
  const codeError = pickupFault(work.error);

  // Close on a box refusal, which is shown on the page.
  useEffect(() => {
    if (open && work.refusal) onClose();
  }, [open, work.refusal, onClose]);

  const finish = async (): Promise<void> => {
    if (!ready || work.busy) return;
    const done = doneItems.map((item) => ({ lineId: item.line.id, part: item.part, qty: qtyOf(item) }));
    const given = { pickupCode: type === 'OUTBOUND' ? code : null, comment: comment.trim() || null };
    if (await work.finish(done, given)) onClose();
  };
  return (
    <Modal
      open={open}
      width={640}
      title={t(`work.finish.${requestOf(type)}`)}
      okText={t(isWhole ? 'work.finish.all' : 'work.finish.part')}
      cancelText={t('common.cancel')}
      okButtonProps={{ size: 'large', disabled: !ready, ...busyProps(work.busy) }}
      cancelButtonProps={{ size: 'large' }}
      onOk={() => void finish()}
      onCancel={texts.leave}
      afterClose={() => {
        setActual({});
        setCode('');
        setTypedComment(null);
      }}
      destroyOnHidden
    >
      <Form layout="vertical" onInput={texts.onInput} onFinish={() => void finish()}>
        {type === 'OUTBOUND' && (
          <Form.Item
            label={t('work.pickup')}
            required
            validateStatus={codeError ? 'error' : ''}
            help={codeError ?? t('work.pickup.hint')}
          >
            <Input
              autoFocus
              size="large"
              className="pickup-field"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={64}
              aria-label={t('work.pickup')}
              value={code}
              onChange={(event) => setCode(codeIn(event.target.value))}
              onPressEnter={() => void finish()}
            />
          </Form.Item>
        )}
        <ul className="finish-items">
          {items.map((item) => (
            <FinishItem
              key={item.key}
              item={item}
              type={type}
              qty={qtyOf(item)}
              faulty={faulty(item)}
              fault={countableFault(item)}
              onQty={(qty) => setActual((before) => ({ ...before, [item.key]: qty }))}
            />
          ))}
        </ul>
        {!isWhole && <p className="work-dialog-text">{t('work.finish.partText')}</p>}
        <Form.Item label={commentLabel} required={mustExplain}>
          <Input.TextArea
            id="finish-comment"
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={1_000}
            aria-label={commentLabel}
            value={comment}
            onChange={(event) => setTypedComment(event.target.value)}
          />
        </Form.Item>
      </Form>
      {codeError === null && work.refusal === null && <Refusal error={work.error} onReload={onClose} />}
    </Modal>
  );
}

interface FinishItemProps {
  item: Item;
  type: Transaction['type'];
  qty: string;
  faulty: boolean;
  /** Why the quantity cannot be counted. */
  fault: string | null;
  onQty: (qty: string) => void;
}

function FinishItem({ item: { line, part }, type, qty, faulty, fault, onQty }: FinishItemProps) {
  const t = useT();
  const { baseUnit } = line.product;
  const unitName = useUnitName();
  const amountOf = useAmount();
  // Outgoing stock has its own batch; incoming goods have the line's.
  const { batchNo, expiresOn } = type === 'INBOUND' ? line : part;
  const place = [type === 'INBOUND' ? null : part.sourceCode, type === 'OUTBOUND' ? null : part.boxCode]
    .filter((code) => code !== null)
    .join(' → ');
  return (
    <li className="finish-item">
      <div>
        <ProductName product={line.product} />
        {batchNo !== null && <div className="work-second">{t('work.finish.batch', { batchNo })}</div>}
        {expiresOn !== null && <div className="work-second">{t('work.until', { date: expiresOn })}</div>}
        <div className="work-second">
          <span className="kw-code">{place}</span> · {t('work.finish.planned', { amount: amountOf(part.qty, baseUnit) })}
        </div>
      </div>
      <NumberInput
        size="large"
        value={qty}
        suffix={unitName(baseUnit, qty)}
        status={faulty ? 'error' : ''}
        aria-invalid={faulty}
        aria-label={t('work.finish.actual', { product: line.product.name, place })}
        onChange={onQty}
        onFocus={(event) => event.target.select()}
      />
      {fault !== null && <p className="work-fault">{fault}</p>}
    </li>
  );
}

const itemsOf = (transaction: Transaction, plan: Plan): Item[] =>
  openLines(transaction).flatMap((line) =>
    plan
      .partsOf(line)
      .filter((part) => part.blocked === null && isPartPlaced(transaction.type, part) && isQuantity(part.qty))
      .map((part) => ({ key: `${line.id} ${part.productBoxId} ${part.boxId}`, line, part })),
  );

/** Zero is a valid quantity here. */
const isValidQty = (text: string): boolean => text.trim() !== '' && decimal(text.trim()) === undefined;

function isOutOfOrder({ line, part }: Item, items: readonly Item[], suggestions: readonly BoxSuggestion[]): boolean {
  const parts = items.filter((item) => item.line === line).map((item) => item.part);
  return earlierThan(part, suggestions.find((each) => each.lineId === line.id) ?? null, parts) !== null;
}

/** Whether posting completes the document. */
function completesDocument(transaction: Transaction, done: readonly Item[], qtyOf: (item: Item) => string): boolean {
  return openLines(transaction).every((line) => {
    let open = subtract(line.qtyAppr ?? line.qtyReq, line.qtyDone);
    for (const item of done) if (item.line === line) open = subtract(open, qtyOf(item).trim());
    return compare(open, '0') === 0;
  });
}

/** The last six digits of what was typed or scanned. */
const codeIn = (text: string): string => normalizeText(text).replace(/\D/g, '').slice(-CODE_LENGTH);

function pickupFault(error: Error | null): string | null {
  return error instanceof ApiError && (error.code === 'PICKUP_CODE' || error.code === 'PICKUP_LOCKED') ? error.message : null;
}
