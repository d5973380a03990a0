// The second keeper checks and counts the goods and signs with their password or an authenticator code.
import { compare } from '@kuwei/contract/decimal';
import { decimal } from '@kuwei/contract/rule';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { CosignedFor } from '@kuwei/contract/wms/transaction-state';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { busyProps } from '../../ui/BusyButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { useAmount, useUnitName } from '../../ui/Quantity.tsx';
import { Refusal } from '../review/Refusal.tsx';
import { ProductName } from '../goods/ProductName.tsx';
import { cosignItems, type CosignedItem } from './cosign-items.ts';
import { WORK_CHANGES } from './use-box-work.ts';
import './finish-dialog.css';
import './cosign-dialog.css';
import '../document/said.css';

interface CosignDialogProps {
  transaction: Transaction;
  what: CosignedFor;
  open: boolean;
  onDone: () => void;
  onClose: () => void;
}

export function CosignDialog({ transaction, what, open, onDone, onClose }: CosignDialogProps) {
  const t = useT();
  const name = useUser().user?.name ?? '';
  const [counted, setCounted] = useState<Readonly<Record<string, string>>>({});
  const [byCode, setByCode] = useState(false);
  const [secret, setSecret] = useState('');
  const sign = usePageWrite(transactionRoutes.cosignTransaction, {
    changes: WORK_CHANGES,
    onSuccess: () => {
      noticeDone(t('work.cosign.done'));
      onDone();
    },
  });
  const items = cosignItems(transaction, what);
  const toCount = items.filter(({ counts }) => counts);
  const others = toCount.length > 0 ? items.filter(({ counts }) => !counts) : [];
  const isRight = ({ id, qty }: CosignedItem): boolean => isAmount(counted[id]) && compare(counted[id]!.trim(), qty) === 0;
  const ready = secret !== '' && toCount.every(isRight);
  const faults = sign.error instanceof ApiError ? sign.error.fields : [];
  const secretFault = faults.find(({ path }) => path === 'password' || path === 'code')?.message;

  const submit = (): void => {
    if (!ready || sign.isPending) return;
    const boxes = toCount.map(({ id }) => ({ id, qty: counted[id]!.trim() }));
    const proof = byCode ? { password: null, code: secret.trim() } : { password: secret, code: null };
    sign.mutate({ params: { id: transaction.id }, body: { rev: transaction.rev, what, boxes, ...proof } });
  };
  return (
    <Modal
      open={open}
      width={640}
      title={t(what === 'REVERSAL' ? 'work.cosign.reverseTitle' : 'work.cosign.title', { no: transaction.no })}
      okText={t('work.cosign.yes')}
      cancelText={t('common.cancel')}
      okButtonProps={{ size: 'large', disabled: !ready, ...busyProps(sign.isPending) }}
      cancelButtonProps={{ size: 'large' }}
      onOk={submit}
      onCancel={onClose}
      afterClose={() => {
        setCounted({});
        setSecret('');
        sign.reset();
      }}
      destroyOnHidden
    >
      <p className="work-dialog-text">{t(toCount.length > 0 ? 'work.cosign.text' : 'work.cosign.look')}</p>
      <ul className="finish-items">
        {(toCount.length > 0 ? toCount : items).map((item) => (
          <CosignItem
            key={item.id}
            item={item}
            value={counted[item.id] ?? ''}
            wrong={isAmount(counted[item.id]) && !isRight(item)}
            onCount={(qty) => setCounted((before) => ({ ...before, [item.id]: qty }))}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <p className="work-second">{t('work.cosign.others')}</p>
          <ul className="finish-items">
            {others.map((item) => (
              <CosignItem key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
      <Form layout="vertical" onFinish={submit}>
        <Form.Item
          label={t(byCode ? 'work.cosign.code' : 'work.cosign.password', { name })}
          htmlFor="cosign-secret"
          required
          validateStatus={secretFault ? 'error' : ''}
          help={secretFault}
        >
          {byCode ? (
            <Input
              id="cosign-secret"
              size="large"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          ) : (
            <Input.Password
              id="cosign-secret"
              size="large"
              autoComplete="current-password"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          )}
        </Form.Item>
        <Button
          type="link"
          className="cosign-other"
          onClick={() => {
            setByCode(!byCode);
            setSecret('');
          }}
        >
          {t(byCode ? 'work.cosign.usePassword' : 'work.cosign.useCode')}
        </Button>
        <button type="submit" hidden />
      </Form>
      {secretFault === undefined && (
        <Refusal
          error={sign.error}
          onReload={() => {
            onClose();
            onDone();
          }}
        />
      )}
    </Modal>
  );
}

interface CosignItemProps {
  item: CosignedItem;
  /** The counted quantity. */
  value?: string;
  wrong?: boolean;
  onCount?: (qty: string) => void;
}

function CosignItem({
  item: { line, place, batchNo, expiresOn, asked, qty, planned, counts },
  value = '',
  wrong = false,
  onCount,
}: CosignItemProps) {
  const t = useT();
  const amountOf = useAmount();
  const unitName = useUnitName();
  const { product } = line;
  return (
    <li className="finish-item">
      <div>
        <ProductName product={product} />
        {batchNo !== null && <div className="work-second">{t('work.finish.batch', { batchNo })}</div>}
        {expiresOn !== null && <div className="work-second">{t('work.until', { date: expiresOn })}</div>}
        {asked !== null && <div className="work-second">{t('work.asked', { batchNo: asked })}</div>}
        <div className="work-second">
          <span className="kw-code">{place}</span> ·{' '}
          {t(planned ? 'work.finish.planned' : 'work.finish.done', { amount: amountOf(qty, product.baseUnit) })}
        </div>
        {wrong && <p className="work-fault">{t('work.cosign.differs')}</p>}
      </div>
      {counts && (
        <NumberInput
          size="large"
          value={value}
          placeholder={t('work.cosign.counted')}
          suffix={unitName(product.baseUnit, value)}
          status={wrong ? 'error' : ''}
          aria-invalid={wrong}
          aria-label={t('work.cosign.countedOf', { product: product.name, place })}
          onChange={onCount}
        />
      )}
    </li>
  );
}

const isAmount = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && decimal(text.trim()) === undefined;
