import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { required } from '@kuwei/contract/rule';
import type { BodyOf } from '@kuwei/contract/route';
import { needsReason } from '@kuwei/contract/wms/transaction-reason';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Form, Input, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { fieldRules } from '../../form/rules.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { busyProps } from '../../ui/BusyButton.tsx';
import { stockByProduct } from '../document/OwnersStock.tsx';
import { useUnits } from '../goods/units.ts';
import { ChainLevels } from './chain/ChainPanel.tsx';
import { ChainReasons } from './chain/ChainReasons.tsx';
import { cutLines, hasExpired, isNothingLeft, isGrantRefused, refusedLines, type Grants } from './approval.ts';
import { GrantTable } from './GrantTable.tsx';
import { PhrasePicker } from './PhrasePicker.tsx';
import { Refusal } from './Refusal.tsx';
import '../document/said.css';

type Approval = BodyOf<(typeof transactionRoutes)['approveTransaction']>;

interface ApproveDialogProps {
  transaction: Transaction;
  /** This would be the last approval. */
  isLast: boolean;
  open: boolean;
  busy: boolean;
  error: Error | null;
  onApprove: (approval: Approval) => void;
  onClose: () => void;
  onReload: () => void;
}

/** Approves a request in full or with reduced quantities. */
export function ApproveDialog({ transaction, isLast, open, busy, error, onApprove, onClose, onReload }: ApproveDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ comment?: string }>();
  const texts = useTypedTexts(open ? `approve ${transaction.id}` : null, onClose, { busy });
  const [grants, setGrants] = useState<Grants>({});
  const { data: chain } = usePageQuery(transactionRoutes.getChain, { params: { id: transaction.id } }, { enabled: open });
  const stock = useMemo(() => stockByProduct(chain), [chain]);
  const expired = needsReason({ type: requestOf(transaction.type), isLast, isExpired: hasExpired(transaction) });
  const { lines } = transaction;
  const units = useUnits();
  const cut = cutLines(lines, grants, units);
  const nothingLeft = isNothingLeft(lines, grants);
  const wrong = isGrantRefused(lines, grants, units);

  const submit = async (): Promise<void> => {
    if (wrong || busy) return;
    const given = await form.validateFields().catch(() => null);
    if (given) {
      onApprove({ rev: transaction.rev, comment: given.comment?.trim() || null, ...(cut.length > 0 ? { lines: cut } : {}) });
    }
  };
  return (
    <Modal
      open={open}
      width={820}
      title={t('work.approve.title', { no: transaction.no })}
      okText={cut.length > 0 ? t('work.approve.cut', { count: cut.length }) : t('work.approve.yes')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: wrong, ...busyProps(busy) }}
      onOk={() => void submit()}
      onCancel={texts.leave}
      afterOpenChange={(shown) => shown && form.focusField('comment')}
      afterClose={() => setGrants({})}
      destroyOnHidden
    >
      {transaction.reviewLevel !== null && transaction.reviewLevel < transaction.levels && (
        <p className="work-dialog-text">{t('work.approve.second')}</p>
      )}
      <ChainReasons id={transaction.id} />
      {chain && (
        <details className="chain-fold">
          <summary>{t('chain.title')}</summary>
          <ChainLevels transaction={transaction} chain={chain} />
        </details>
      )}
      <GrantTable
        lines={lines}
        stock={stock}
        grants={grants}
        refused={refusedLines(error, cut)}
        onGrant={(lineId, grant) => setGrants((before) => ({ ...before, [lineId]: grant }))}
      />
      {nothingLeft && <p className="work-fault">{t('work.approve.nothing')}</p>}
      <Form form={form} layout="vertical" initialValues={texts.kept} onInput={texts.onInput} onFinish={() => void submit()}>
        <Form.Item
          name="comment"
          label={expired ? t('work.approve.expired') : t('work.comment')}
          {...(expired ? fieldRules(required()) : {})}
        >
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={1_000}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void submit()}
          />
        </Form.Item>
      </Form>
      {!expired && (
        <PhrasePicker
          dic="WMS_SAY_APPROVE"
          type={transaction.type}
          written={() => form.getFieldValue('comment') ?? ''}
          onPick={(text) => form.setFieldValue('comment', text)}
        />
      )}
      <Refusal error={error} onReload={onReload} />
    </Modal>
  );
}
