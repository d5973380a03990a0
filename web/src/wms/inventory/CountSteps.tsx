// The actions of a count in its current state: count, submit, recount, review, cancel.
import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { countRefusal, type CountAction } from '@kuwei/contract/wms/inventory-state';
import { Alert } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/error.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageWrite } from '../../page/query.ts';
import { useMayCall } from '../../page/may-call.ts';
import { useT } from '../../phrase/phrases.ts';
import { MoreActions } from '../../table/RowActions.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ask, noticeDone } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import '../review/audit.css';
import { countAgain, countingAddress, sheetAddress } from './addresses.ts';
import { COUNT_CHANGES } from './changes.ts';
import { ReviewButtons } from './ReviewButtons.tsx';
import '../document/said.css';

const RecountDialog = lazyPart(async () => (await import('./RecountDialog.tsx')).RecountDialog);
const ChangeDialog = lazyPart(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);
const CancelDialog = lazyPart(async () => (await import('./CancelDialog.tsx')).CancelDialog);

type Asked = 'recount' | 'change' | 'cancel';

interface CountStepsProps {
  count: Count;
  /** Called after a change, to refetch the count. */
  onChanged: () => void;
}

export function CountSteps({ count, onChanged }: CountStepsProps) {
  const t = useT();
  const mayCall = useMayCall();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, no, rev, lines, counted, state } = count;
  const can = (action: CountAction): boolean => countRefusal(action, count) === null;
  const submit = usePageWrite(countRoutes.submitCount, {
    changes: COUNT_CHANGES,
    onSuccess: (after) =>
      noticeDone(
        after.state === 'COUNTING'
          ? t('count.submitAgain', { count: after.lines - after.counted })
          : t('count.submitted', { no }),
      ),
  });
  const send = async (): Promise<void> => {
    const isMeant = await ask({
      title: t('count.submitTitle', { no }),
      text: t('count.submitText'),
      yes: t('count.submit'),
      no: t('common.cancel'),
    });
    if (isMeant) submit.mutate({ params: { id }, body: { rev } });
  };
  const open = lines - counted;
  const isWhole = open === 0;
  const more: RowAction[] = [
    ...(can('recount') && count.differing !== null && count.differing > 0
      ? [{ key: 'recount', label: t('count.recount'), run: () => setAsked('recount') }]
      : []),
    ...(can('edit') ? [{ key: 'change', label: t('count.change'), run: () => setAsked('change') }] : []),
    ...(state === 'APPROVED' && (count.differing ?? 0) > 0 && mayCall(countRoutes.createCount)
      ? [{ key: 'again', label: t('count.again'), to: countAgain(count) }]
      : []),
    ...(can('cancel') ? [{ key: 'cancel', label: t('count.cancel'), danger: true, run: () => setAsked('cancel') }] : []),
  ];
  const close = (): void => setAsked(null);
  return (
    <div className="audit-buttons">
      <SubmitFaults error={submit.error} />
      {lines > 0 && state !== 'CANCELED' && (
        <PageLink className="kw-button" to={sheetAddress(id)}>
          {t('count.sheet')}
        </PageLink>
      )}
      {more.length > 0 && <MoreActions name={no} actions={more} tabIndex={0} />}
      {can('submit') && (
        <BusyButton
          type={isWhole ? 'primary' : 'default'}
          busy={submit.isPending}
          disabled={!isWhole}
          title={isWhole ? undefined : t('count.submitOpen', { count: open })}
          onClick={() => void send()}
        >
          {t('count.submit')}
        </BusyButton>
      )}
      <ReviewButtons count={count} onChanged={onChanged} />
      {can('count') && (
        <PageLink className={isWhole ? 'kw-button' : 'kw-button primary'} to={countingAddress(id)}>
          {t('count.count')}
        </PageLink>
      )}
      <Suspense>
        {asked === 'recount' && <RecountDialog count={count} onClose={close} />}
        {asked === 'change' && <ChangeDialog count={count} onClose={close} />}
        {asked === 'cancel' && <CancelDialog count={count} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Why a count could not be submitted, by line number. */
function SubmitFaults({ error }: { error: Error | null }) {
  const t = useT();
  if (!error) return null;
  const faults = error instanceof ApiError ? error.fields : [];
  const texts: ReactNode[] = faults.slice(0, SHOWN).map(({ path, message }) => {
    const [, line] = /^lines\.(\d+)\./.exec(path) ?? [];
    return <li key={path}>{line === undefined ? message : t('count.lineFault', { line, text: message })}</li>;
  });
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="work-refusal"
      title={texts.length > 0 ? t('count.cannotSubmit') : error.message}
      description={texts.length > 0 && <ul>{texts}</ul>}
    />
  );
}
const SHOWN = 5;
