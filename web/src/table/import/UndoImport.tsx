// Undo of an import: shows what would be restored, deleted and left unchanged, and asks for confirmation.
import type { ImportsRoutes, UndoReply } from '@kuwei/contract/workbook/workbook';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { langOf, useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { DetailSkeleton } from '../DetailSkeleton.tsx';
import { FieldChanges } from './ImportChanges.tsx';
import { ImportCounts } from './ImportCounts.tsx';
import '../small-table.css';

interface UndoImportProps {
  routes: ImportsRoutes;
  id: string;
  /** Path that the undo makes stale. */
  changes: string;
  onBack: () => void;
}

export function UndoImport({ routes, id, changes, onBack }: UndoImportProps) {
  const t = useT();
  const params = { import: id };
  const { data, error, refetch, isFetching } = usePageQuery(routes.lookAtUndo, { params });
  const { mutate, isPending } = usePageWrite(routes.undoImport, {
    changes: [changes],
    onSuccess: (done) => {
      noticeDone(t('import.undoDone', done));
      onBack();
    },
  });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <DetailSkeleton />;
  const count = data.restored + data.deleted;
  const run = (): void =>
    mutate(
      { params, body: { expected: count } },
      {
        onError: (failed) => {
          noticeError(t('import.undoFailed'), failed.message);
          void refetch();
        },
      },
    );
  return (
    <>
      <p className="import-file">{data.file}</p>
      <ImportCounts
        counts={[
          { label: t('import.restored'), count: data.restored, tone: 'good' },
          { label: t('import.deleted'), count: data.deleted, tone: 'bad' },
          { label: t('import.left'), count: data.left },
        ]}
      />
      <LeftOut reply={data} />
      <Restored reply={data} />
      <p className="import-hint">{count > 0 ? t('import.undoText') : t('import.undoNone')}</p>
      <div className="import-foot">
        <button type="button" className="kw-button" autoFocus onClick={onBack}>
          {t('import.back')}
        </button>
        {count > 0 && (
          <button
            type="button"
            className="kw-button primary"
            disabled={isPending || isFetching}
            aria-busy={isPending}
            onClick={run}
          >
            {t('import.undoRun', { count })}
          </button>
        )}
      </div>
    </>
  );
}

function LeftOut({ reply: { leftOut, left } }: { reply: UndoReply }) {
  const t = useT();
  if (left === 0) return null;
  return (
    <section className="import-changes">
      <h3>{left > leftOut.length ? t('import.leftFirst', { count: leftOut.length }) : t('import.leftTitle')}</h3>
      <div className="small-table-scroll" tabIndex={0} role="region" aria-label={t('import.leftTitle')}>
        <table className="small-table">
          <thead>
            <tr>
              <th scope="col">{t('import.record')}</th>
              <th scope="col">{t('import.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {leftOut.map(({ id, title, reason }) => (
              <tr key={id}>
                <td lang={langOf(title)}>{title}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Restored({ reply: { changes, restored, deleted } }: { reply: UndoReply }) {
  const t = useT();
  if (changes.length === 0) return null;
  const isPart = restored + deleted > changes.length;
  return (
    <section className="import-changes">
      <h3>{isPart ? t('import.undoChangesFirst', { count: changes.length }) : t('import.undoChanges')}</h3>
      <div className="small-table-scroll" tabIndex={0} role="region" aria-label={t('import.undoChanges')}>
        <table className="small-table">
          <thead>
            <tr>
              <th scope="col">{t('import.record')}</th>
              <th scope="col">{t('import.what')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ id, title, isDeleted, fields }) => (
              <tr key={id}>
                <td lang={langOf(title)}>{title}</td>
                <td>
                  {isDeleted ? (
                    <span className="import-deleted">{t('import.willDelete')}</span>
                  ) : (
                    <FieldChanges fields={fields} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
