// Batch approval: each document with its lines and risks. Documents with risks must be ticked one by one.
import { required } from '@kuwei/contract/rule';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { BodyOf } from '@kuwei/contract/route';
import { Alert, Form, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTypedTexts } from '../../../form/use-typed-texts.ts';
import { fieldRules } from '../../../form/rules.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { busyProps } from '../../../ui/BusyButton.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { ReviewSheetCard } from './ReviewSheetCard.tsx';
import './approve-many.css';
import '../../document/said.css';

export type ManyApproved = BodyOf<(typeof transactionRoutes)['approveBatch']>;

interface ApproveManyDialogProps {
  /** Selected documents; shown in their current state. */
  ids: readonly string[];
  /** Their numbers by id, from the list. */
  numbers: ReadonlyMap<string, string>;
  open: boolean;
  busy: boolean;
  onApprove: (body: ManyApproved) => void;
  onClose: () => void;
}

export function ApproveManyDialog({ ids, numbers, open, busy, onApprove, onClose }: ApproveManyDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ comment?: string }>();
  const texts = useTypedTexts(open ? 'approve many' : null, onClose, { busy });
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const { data, error, refetch, isFetching } = usePageQuery(
    transactionRoutes.listReviewSheets,
    { query: { ids: [...ids] } },
    { staleTime: 0, enabled: open },
  );
  const sheets = data?.toSorted((a, b) => Number(b.risks.length > 0) - Number(a.risks.length > 0)) ?? [];
  const isTicked = (sheet: (typeof sheets)[number]): boolean => ticked[sheet.id] ?? sheet.risks.length === 0;
  const chosen = sheets.filter(isTicked);
  const left = sheets.filter((sheet) => sheet.risks.length > 0 && !isTicked(sheet)).length;
  const others = data ? ids.filter((id) => !data.some((sheet) => sheet.id === id)) : [];
  const asksReason = chosen.some(({ needsReason }) => needsReason);
  const submit = async (): Promise<void> => {
    if (busy || chosen.length === 0) return;
    const given = await form.validateFields().catch(() => null);
    if (!given) return;
    const documents = chosen.map(({ id, rev, risks }) => ({ id, rev, seen: risks }));
    onApprove({ documents, comment: given.comment?.trim() || null });
  };
  return (
    <Modal
      open={open}
      width={900}
      title={t('tx.batch.title', { count: ids.length - others.length })}
      okText={t('tx.batch.yes', { count: chosen.length })}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: chosen.length === 0, ...busyProps(busy) }}
      onOk={() => void submit()}
      onCancel={texts.leave}
      afterClose={() => setTicked({})}
      destroyOnHidden
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton active />}
      {others.length > 0 && (
        <Alert
          type="info"
          showIcon
          className="approve-many-note"
          title={t('tx.batch.others', {
            count: others.length,
            numbers: others.map((id) => numbers.get(id) ?? '').join(t('wms.place.comma')),
          })}
        />
      )}
      {left > 0 && <Alert type="warning" showIcon className="approve-many-note" title={t('tx.batch.risky', { count: left })} />}
      <ul className="approve-many" aria-label={t('tx.batch.title', { count: ids.length - others.length })}>
        {sheets.map((sheet) => (
          <ReviewSheetCard
            key={sheet.id}
            sheet={sheet}
            ticked={isTicked(sheet)}
            onTick={(value) => setTicked((before) => ({ ...before, [sheet.id]: value }))}
          />
        ))}
      </ul>
      <p className="work-dialog-text">{t('tx.batch.text')}</p>
      <Form form={form} layout="vertical" initialValues={texts.kept} onInput={texts.onInput} onFinish={() => void submit()}>
        <Form.Item
          name="comment"
          label={asksReason ? t('work.approve.expired') : t('work.comment')}
          {...(asksReason ? fieldRules(required()) : {})}
        >
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={1_000}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void submit()}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
