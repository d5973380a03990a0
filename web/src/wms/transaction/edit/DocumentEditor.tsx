// A document being filed: head, lines and actions.
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { Button, Form } from 'antd';
import { Suspense, useRef } from 'react';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { EditContext } from '../../../form/context.ts';
import { FormBody } from '../../../form/FormBody.tsx';
import { DraftNote, ProblemNote } from '../../../form/FormNotes.tsx';
import { toSaveAction } from '../../../form/use-edit-keys.ts';
import { withTexts } from '../../../navigation/lazy-page.ts';
import { useKeyGroup, type KeyGroup } from '../../../page/keys.ts';
import { useActiveEffect, usePage } from '../../../page/page.ts';
import type { TitlePhrase } from '../../../page/titles.ts';
import { useT } from '../../../phrase/phrases.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { useIsPhone } from '../../../ui/use-media.ts';
import { noticeRefused } from '../../../ui/feedback.ts';
import { today } from '../../../ui/format.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { settleChooser } from '../../../ui/settle-chooser.ts';
import { StateTag } from '../../../ui/StateTag.tsx';
import { LinesEditor } from '../../lines/LinesEditor.tsx';
import { lookOf } from '../../document/looks.ts';
import { titleOf } from '../../document/title.ts';
import { isControlled, isToxic } from './head.ts';
import { HeadFields } from './HeadFields.tsx';
import { useDocument, type Beginning, type DocumentState } from './use-document.ts';
import '../../../form/edit-bar.css';
import './document-edit.css';

const NO_FILES: Transaction['attachments'] = [];

const CancelButton = lazyPart(async () => (await import('./CancelButton.tsx')).CancelButton);
const WarehouseNote = lazyPart(async () => (await import('./WarehouseNote.tsx')).default);
const PermitField = lazyPart(withTexts(async () => (await import('./PermitField.tsx')).default, 'permit'));
const OwnerName = lazyPart(async () => (await import('./OwnerName.tsx')).default);
const ReturnedNote = lazyPart(async () => (await import('./ReturnedNote.tsx')).ReturnedNote);

interface DocumentEditorProps {
  type: RequestType;
  record: Transaction | null;
  beginning: Beginning;
}

export function DocumentEditor({ type, record, beginning }: DocumentEditorProps) {
  const t = useT();
  const { pageRole } = usePage();
  const state = useDocument(type, record, beginning);
  const { form, formName, context, initial, base, lines, level, onHeadChange, hasDraft, revert } = state;
  const warehouseId = (Form.useWatch('warehouseId', form) as string | null | undefined) ?? initial.warehouseId ?? null;
  useKeys(state);

  /** Stock is tied to a warehouse: changing it clears the lines' stock. */
  const clearWarehouseStock = (): void => {
    // Permits are tied to a warehouse as well.
    form.setFieldValue('permitIds', []);
    const linesWithStock = lines.lines.filter((line) => line.stock !== null);
    if (type === 'INBOUND' || linesWithStock.length === 0) return;
    if (type === 'MOVE') lines.remove(linesWithStock.map((line) => line.key));
    else for (const line of linesWithStock) lines.change(line.key, { stock: null });
    noticeRefused(t(type === 'MOVE' ? 'tx.warehouseChangedMove' : 'tx.warehouseChanged', { count: linesWithStock.length }));
  };

  return (
    <EditContext value={context}>
      <div className="document-edit" data-form={formName}>
        <PageHead
          name={base?.no ?? nameOfNew(type, beginning)}
          title={base ? `${t(titleOf(base))} ${base.no}` : t(`tx.new.${type}`)}
          count={
            base ? (
              <StateTag look={lookOf(base)} />
            ) : (
              <Suspense>
                <OwnerName />
              </Suspense>
            )
          }
        />
        {base?.state === 'RETURNED' && (
          <Suspense>
            <ReturnedNote id={base.id} />
          </Suspense>
        )}
        {hasDraft && <DraftNote isNew={base === null} onDrop={revert} />}
        <FormBody
          form={form}
          name={formName}
          className="document-edit-head"
          initial={initial}
          onChecked={state.onHeadChecked}
          onChange={(changed) => {
            onHeadChange();
            if ('warehouseId' in changed) clearWarehouseStock();
          }}
        >
          <div className="form-rows">
            <HeadFields
              type={type}
              purchased={pageRole === 'ROLE_STAFF'}
              delivered={pageRole === 'ROLE_STAFF' || pageRole === 'ROLE_SUPPLIER'}
              today={today()}
              files={base?.attachments ?? NO_FILES}
              toxic={type === 'OUTBOUND' && lines.lines.some(isToxic)}
              saved={base}
            />
            {type === 'INBOUND' && warehouseId !== null && lines.lines.some(isControlled) && (
              <Suspense>
                <PermitField warehouseId={warehouseId} documentId={base?.id ?? null} lines={lines.lines} />
              </Suspense>
            )}
          </div>
        </FormBody>
        {type !== 'MOVE' && (
          <div className={type === 'INBOUND' ? 'document-place inbound' : 'document-place'}>
            {warehouseId === null ? (
              t('chain.chooseWarehouse')
            ) : (
              <Suspense>
                <WarehouseNote
                  type={type}
                  warehouseId={warehouseId}
                  lines={lines.lines}
                  isForOther={base !== null && base.goodsOrgId !== null}
                />
              </Suspense>
            )}
          </div>
        )}
        <LinesEditor
          type={type}
          lines={lines}
          level={level}
          typed={state.typed}
          warehouseId={warehouseId}
          onWarehouse={(id) => {
            form.setFieldValue('warehouseId', id);
            onHeadChange();
          }}
        />
        <EditBar state={state} />
      </div>
    </EditContext>
  );
}

/** A title that distinguishes tabs started from different stock. */
function nameOfNew(type: RequestType, { lines }: Beginning): TitlePhrase {
  const phrase = `tx.new.${type}` as const;
  const [first] = lines;
  if (!first?.stock || !first.product) return { phrase };
  return {
    phrase,
    rest: [first.product.name, first.stock.batchNo, first.stock.boxCode].filter((part) => part !== null).join(' · '),
  };
}

function EditBar({ state }: { state: DocumentState }) {
  const t = useT();
  const page = usePage();
  const { base, busy, isDirty, problem, stale, settle, save, submit, cancelled, remove } = state;
  const phone = useIsPhone();
  const end =
    base &&
    (base.round === 0 ? (
      <BusyButton danger type="text" busy={busy === 'delete'} onClick={() => void remove()}>
        {t('common.delete')}
      </BusyButton>
    ) : (
      <Suspense>
        <CancelButton transaction={base} onDone={cancelled} />
      </Suspense>
    ));
  return (
    <>
      {phone && <div className="form-remove">{end}</div>}
      <div className="form-bar">
        {problem && <ProblemNote {...problem} />}
        {stale && (
          <ProblemNote title={t('tx.stale')}>
            <button type="button" className="kw-plain kw-link" onClick={() => settle(false)}>
              {t('form.staleReload')}
            </button>
            <button type="button" className="kw-plain kw-link" onClick={() => settle(true)}>
              {t('form.staleKeep')}
            </button>
          </ProblemNote>
        )}
        <div className="form-bar-row">
          {!phone && end}
          {isDirty && (
            <span className="form-bar-dirty" role="status">
              {t('form.unsaved')}
            </span>
          )}
          <div className="form-bar-right">
            <Button onClick={page.back}>{t('common.cancel')}</Button>
            <BusyButton busy={busy === 'save'} onClick={() => void save()} title="Ctrl+S">
              {t('tx.save')}
            </BusyButton>
            <BusyButton type="primary" busy={busy === 'submit'} onClick={() => void submit()} title="Ctrl+Enter">
              {t('tx.submit')}
            </BusyButton>
          </div>
        </div>
      </div>
    </>
  );
}

const DOCUMENT_KEYS: KeyGroup = {
  title: 'keys.form',
  keys: [
    { keys: ['Ctrl', 'S'], label: 'keys.save' },
    { keys: ['Ctrl', 'Enter'], label: 'keys.submit' },
    { keys: ['Alt', 'A'], label: 'keys.lineAdd' },
  ],
};

/** Ctrl+S saves the draft, Ctrl+Enter submits, Alt+A focuses the add field; dialogs have their own keys. */
function useKeys(state: DocumentState): void {
  useKeyGroup(DOCUMENT_KEYS);
  const now = useRef(state);
  now.current = state;
  useActiveEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const then = toSaveAction(event);
      const adds = event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyA';
      if ((then === null && !adds) || event.defaultPrevented || (event.target as Element).closest?.('[role="dialog"]')) return;
      event.preventDefault();
      event.stopPropagation();
      if (adds) return now.current.focusAdd();
      void settleChooser().then(() => (then === 'stay' ? now.current.save() : now.current.submit()));
    };
    // Capture phase, before antd selects, which open on Enter with any modifier.
    window.addEventListener('keydown', handleKeyDown, true);
    return () => window.removeEventListener('keydown', handleKeyDown, true);
  }, []);
}
