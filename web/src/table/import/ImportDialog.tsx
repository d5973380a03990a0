// A workbook comes in: it is checked first, everything that is wrong is shown, and only then something is written.
import type { ImportReply } from '@kuwei/contract/workbook';
import { Modal } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import type { Importer } from '../list-types.ts';
import { DropZone } from './DropZone.tsx';
import { ImportChanges } from './ImportChanges.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import { useImport } from './use-import.ts';
import './import.css';

interface ImportDialogProps {
  importer: Importer;
  /** Path of what is changed by it. */
  changes: string;
  onClose: () => void;
}

export function ImportDialog({ importer, changes, onClose }: ImportDialogProps) {
  const t = useT();
  const { stage, check, answer, write, restart, fetchTemplate, fetchMarked } = useImport(importer, changes);
  const busy = stage.is === 'checking' || stage.is === 'writing';
  return (
    <Modal
      open
      title={t('import.title', { name: t(importer.name) })}
      width={720}
      footer={null}
      onCancel={onClose}
      mask={{ closable: !busy }}
    >
      {stage.is === 'start' && <DropZone fault={stage.fault} onFile={check} onTemplate={fetchTemplate} />}
      {busy && (
        <p className="import-busy" role="status">
          {stage.is === 'checking' ? t('import.checking', { name: stage.file.name }) : t('import.writing')}
          <progress {...(stage.part < 1 && { value: stage.part })} aria-label={t('list.import')} />
        </p>
      )}
      {stage.is === 'checked' && (
        <>
          <Counts reply={stage.reply} />
          <ImportColumns reply={stage.reply} onAnswer={answer} />
          <ImportErrors reply={stage.reply} onMarked={fetchMarked} />
          <ImportChanges reply={stage.reply} />
          <Decision reply={stage.reply} onWrite={write} onRestart={restart} />
        </>
      )}
      {stage.is === 'done' && (
        <>
          <p className="import-done" role="status">
            {t('import.doneText', { created: stage.reply.created, updated: stage.reply.updated })}
            {stage.reply.unchanged > 0 && ` ${t('import.doneUnchanged', { unchanged: stage.reply.unchanged })}`}
            {stage.reply.refused > 0 && ` ${t('import.doneRefused', { refused: stage.reply.refused })}`}
          </p>
          <ImportErrors reply={stage.reply} onMarked={fetchMarked} />
          <div className="import-foot">
            <button type="button" className="kw-button" onClick={restart}>
              {t('import.another')}
            </button>
            <button type="button" className="kw-button primary" autoFocus onClick={onClose}>
              {t('list.close')}
            </button>
          </div>
        </>
      )}
    </Modal>
  );
}

function Counts({ reply: { created, updated, unchanged, refused } }: { reply: ImportReply }) {
  const t = useT();
  const counts = [
    { label: t('import.created'), count: created, tone: 'good' },
    { label: t('import.updated'), count: updated, tone: 'good' },
    { label: t('import.unchanged'), count: unchanged, tone: undefined },
    { label: t('import.refused'), count: refused, tone: 'bad' },
  ];
  return (
    <dl className="import-counts" role="status">
      {counts.map(({ label, count, tone }) => (
        <div key={label} className={count > 0 ? tone : undefined}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DecisionProps {
  reply: ImportReply;
  onWrite: (partial: boolean) => void;
  onRestart: () => void;
}

/** All rows where all are right, else the good ones or a better file. */
function Decision({ reply: { created, updated, refused, columns }, onWrite, onRestart }: DecisionProps) {
  const t = useT();
  const good = created + updated;
  const unknown = columns.some(({ key }) => key === null);
  const hint = unknown ? 'import.answerFirst' : good === 0 ? (refused > 0 ? 'import.none' : 'import.same') : 'import.partialText';
  return (
    <>
      {(unknown || good === 0 || refused > 0) && <p className="import-hint">{t(hint)}</p>}
      <div className="import-foot">
        <button type="button" className="kw-button" autoFocus={good === 0} onClick={onRestart}>
          {t('import.another')}
        </button>
        {good > 0 && (
          <button
            type="button"
            className="kw-button primary"
            autoFocus={!unknown}
            disabled={unknown}
            onClick={() => onWrite(refused > 0)}
          >
            {refused > 0 ? t('import.goodOnly', { count: good }) : t('import.all', { count: good })}
          </button>
        )}
      </div>
    </>
  );
}
