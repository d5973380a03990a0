// The import dialog: the workbook is checked first and all errors are shown before anything is written.
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { lowerFirst, useT } from '../../phrase/phrases.ts';
import type { Importer } from '../list-types.ts';
import { DropZone } from './DropZone.tsx';
import { ImportChanges } from './ImportChanges.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportErrors, ImportNotes } from './ImportErrors.tsx';
import { ImportHistory } from './ImportHistory.tsx';
import { ImportRights } from './ImportRights.tsx';
import { RecipeField, RecipeUsed } from './ImportRecipe.tsx';
import { ImportReadAs, ImportSheet } from './ImportSheet.tsx';
import { ImportValues } from './ImportValues.tsx';
import { UndoImport } from './UndoImport.tsx';
import { useImport, type Busy } from './use-import.ts';
import './import.css';

interface ImportDialogProps {
  importer: Importer;
  /** Path that the import makes stale. */
  changes: string;
  onClose: () => void;
}

/** The dialog's view: an import in progress, past imports, or undoing one. */
type View = 'import' | 'history' | { undo: string };

export function ImportDialog({ importer, changes, onClose }: ImportDialogProps) {
  const t = useT();
  const [view, setView] = useState<View>('import');
  const work = useImport(importer, changes);
  const { is } = work.stage;
  const title =
    view === 'history'
      ? t('import.history')
      : importer.title
        ? t(importer.title)
        : t('import.title', { name: lowerFirst(t(importer.name)) });
  return (
    <Modal
      open
      title={typeof view === 'object' ? t('import.undoTitle') : title}
      width={720}
      footer={null}
      onCancel={onClose}
      mask={{ closable: is !== 'checking' && is !== 'writing' }}
    >
      {view === 'import' && (
        <ImportStages
          importer={importer}
          work={work}
          onClose={onClose}
          onHistory={() => setView('history')}
          onUndo={(undo) => setView({ undo })}
        />
      )}
      {view === 'history' && importer.history && (
        <ImportHistory routes={importer.history} onUndo={(undo) => setView({ undo })} onBack={() => setView('import')} />
      )}
      {typeof view === 'object' && importer.history && (
        <UndoImport
          key={view.undo}
          routes={importer.history}
          id={view.undo}
          changes={changes}
          onBack={() => setView('history')}
        />
      )}
    </Modal>
  );
}

interface ImportStagesProps {
  importer: Importer;
  work: ReturnType<typeof useImport>;
  onClose: () => void;
  onHistory: () => void;
  onUndo: (id: string) => void;
}

function ImportStages({ importer, work, onClose, onHistory, onUndo }: ImportStagesProps) {
  const t = useT();
  const { stage, check, answer, giveValue, dropRecipe, takeSheet, takeEncoding, takeComma, takeRights } = work;
  const { write, restart, fetchTemplate, fetchMarked } = work;
  const [remember, setRemember] = useState<string | null>(null);
  if (stage.is === 'start')
    return (
      <DropZone
        fault={stage.fault}
        about={importer.about}
        onFile={check}
        onTemplate={importer.template && fetchTemplate}
        onHistory={importer.history && onHistory}
      />
    );
  if (stage.is === 'checking' || stage.is === 'writing')
    return (
      <p className="import-busy" role="status">
        {stage.is === 'checking'
          ? t('import.checking', { name: stage.file.name })
          : stage.written === null
            ? t('import.writing')
            : t('import.writingPart', stage.written)}
        <progress {...partOf(stage)} aria-label={t('list.import')} />
      </p>
    );
  const { reply } = stage;
  if (stage.is === 'checked')
    return (
      <>
        <ImportCounts
          counts={[
            { label: t('import.created'), count: reply.created, tone: 'good' },
            { label: t('import.updated'), count: reply.updated, tone: 'good' },
            { label: t('import.unchanged'), count: reply.unchanged },
            { label: t('import.refused'), count: reply.refused, tone: 'bad' },
            ...(reply.rights === null || reply.rights.taken ? [] : [{ label: t('import.rightsLeft'), count: reply.rights.rows }]),
            ...(reply.missing === null ? [] : [{ label: t('import.missing'), count: reply.missing }]),
          ]}
        />
        <ImportSheet reply={reply} onSheet={takeSheet} />
        <ImportReadAs reply={reply} onEncoding={takeEncoding} onComma={takeComma} />
        {reply.summary.map((sentence) => (
          <p key={sentence} className="import-summary">
            {sentence}
          </p>
        ))}
        <RecipeUsed recipe={reply.recipe} onDrop={dropRecipe} />
        <ImportColumns reply={reply} onAnswer={answer} />
        <ImportValues reply={reply} onGive={giveValue} />
        {isAnswered(reply) && <RecipeField name={remember} suggestion={stemOf(stage.file)} onChange={setRemember} />}
        <ImportErrors reply={reply} onMarked={fetchMarked} />
        <ImportNotes reply={reply} onMarked={fetchMarked} />
        {reply.rights && <ImportRights rights={reply.rights} onTake={takeRights} />}
        <ImportChanges reply={reply} />
        <Decision
          reply={reply}
          isStale={stage.isStale}
          onWrite={(partial) => write(partial, isAnswered(reply) ? (remember ?? '').trim() : '')}
          onRestart={restart}
        />
      </>
    );
  const { importId } = reply;
  return (
    <>
      <ImportDone reply={reply} />
      <ImportErrors reply={reply} onMarked={fetchMarked} />
      <div className="import-foot">
        {importId !== null && (
          <button type="button" className="kw-plain kw-link import-foot-first" onClick={() => onUndo(importId)}>
            {t('import.undoThis')}
          </button>
        )}
        <button type="button" className="kw-button" onClick={restart}>
          {t('import.another')}
        </button>
        <button type="button" className="kw-button primary" ref={focusWhereItIs} onClick={onClose}>
          {t('list.close')}
        </button>
      </div>
    </>
  );
}

/** Whether the user has made choices that a recipe can keep. */
const isAnswered = ({ columns, choices, recipe }: ImportReply): boolean =>
  recipe === null && (columns.some(({ key }) => key !== null) || choices.some(({ value }) => value !== null));

/** The name of a file without its extension. */
const stemOf = ({ name }: File): string => name.replace(/\.[^.]*$/, '').slice(0, 60);

/** Progress; indeterminate while the server reads the file. */
const partOf = (stage: Busy): { value?: number } =>
  stage.part < 1
    ? { value: stage.part }
    : stage.is === 'writing' && stage.written !== null
      ? { value: stage.written.done / stage.written.total }
      : {};

/** Does not scroll to the focused button below, since the counts at the top are read first. */
const focusWhereItIs = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

interface DecisionProps {
  reply: ImportReply;
  /** An answer is being checked. */
  isStale: boolean;
  onWrite: (partial: boolean) => void;
  onRestart: () => void;
}

/** Imports all rows if all are valid; else only the valid ones, or starts again with a better file. */
function Decision({
  reply: { created, updated, refused, columns, choices, rights },
  isStale,
  onWrite,
  onRestart,
}: DecisionProps) {
  const t = useT();
  const first = useRef<HTMLButtonElement>(null);
  // Only at first: later the user is answering questions above.
  useEffect(() => focusWhereItIs(first.current), []);
  const good = created + updated;
  const left = rights !== null && !rights.taken;
  const isPart = refused > 0 || left;
  const unknown = columns.some(({ key }) => key === null);
  const nothing = left ? 'import.rightsNone' : refused > 0 ? 'import.none' : 'import.same';
  const isLacking = choices.some((choice) => choice.isLacking);
  const none = isLacking ? 'import.lackingFirst' : nothing;
  const hint = unknown ? 'import.answerFirst' : good === 0 ? none : 'import.partialText';
  return (
    <>
      {(unknown || good === 0 || refused > 0) && <p className="import-hint">{t(hint)}</p>}
      <div className="import-foot">
        <button type="button" className="kw-button" ref={good === 0 ? first : undefined} onClick={onRestart}>
          {t('import.another')}
        </button>
        {good > 0 && (
          <button
            type="button"
            className="kw-button primary"
            ref={unknown ? undefined : first}
            disabled={unknown || isStale}
            onClick={() => onWrite(isPart)}
          >
            {t(refused > 0 ? 'import.goodOnly' : left ? 'import.others' : 'import.all', { count: good })}
          </button>
        )}
      </div>
    </>
  );
}
