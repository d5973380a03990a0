// Imports that were written: who, when, which file, and what became of each.
import { PAGE_SIZE_MAX } from '@kuwei/contract/page';
import { IMPORT_KEPT_DAYS, type ImportEntry, type ImportsRoutes } from '@kuwei/contract/workbook';
import { useState } from 'react';
import { usePageQuery } from '../../api/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import { DetailSkeleton } from '../DetailSkeleton.tsx';
import '../small-table.css';

/** Rows that are shown first, and that are added. */
const STEP = 50;

interface ImportHistoryProps {
  routes: ImportsRoutes;
  onUndo: (id: string) => void;
  onBack: () => void;
}

export function ImportHistory({ routes, onUndo, onBack }: ImportHistoryProps) {
  const t = useT();
  const [size, setSize] = useState(STEP);
  const { data, error, refetch, isFetching } = usePageQuery(routes.listImports, { query: { size } }, { keepPrevious: true });
  return (
    <>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <DetailSkeleton />}
      {data && (data.list.length > 0 ? <Entries list={data.list} onUndo={onUndo} /> : <p>{t('import.historyEmpty')}</p>)}
      <div className="import-foot">
        {data && data.total > size && size < PAGE_SIZE_MAX && (
          <button type="button" className="kw-plain kw-link import-foot-first" onClick={() => setSize(size + STEP)}>
            {t('import.historyMore')}
          </button>
        )}
        <button type="button" className="kw-button" autoFocus onClick={onBack}>
          {t('import.back')}
        </button>
      </div>
    </>
  );
}

function Entries({ list, onUndo }: { list: readonly ImportEntry[]; onUndo: (id: string) => void }) {
  const t = useT();
  return (
    <div className="small-table-scroll" tabIndex={0} role="region" aria-label={t('import.history')}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{t('import.at')}</th>
            <th scope="col">{t('import.file')}</th>
            <th scope="col">{t('import.by')}</th>
            <th scope="col">{t('import.what')}</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <tr key={entry.id}>
              <td className="import-when">
                <When at={entry.createdAt} />
              </td>
              <td className="import-file">{entry.file}</td>
              <td className="import-when">{entry.createdBy}</td>
              <td className="import-when">{t('import.counts', entry)}</td>
              <td className="import-when">
                <Standing entry={entry} onUndo={onUndo} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What became of an import, and what can still be done about it. */
function Standing({ entry: { id, file, isOwn, undone, open }, onUndo }: { entry: ImportEntry; onUndo: (id: string) => void }) {
  const t = useT();
  if (!open)
    return (
      <span className="import-quiet">
        {undone > 0 ? t('import.undone') : t('import.undoExpired', { days: IMPORT_KEPT_DAYS })}
      </span>
    );
  return (
    <>
      {undone > 0 && <span className="import-quiet">{t('import.undonePart', { count: undone })} </span>}
      {isOwn ? (
        <button
          type="button"
          className="kw-plain kw-link"
          aria-label={t('import.undoOf', { name: file })}
          onClick={() => onUndo(id)}
        >
          {t('import.undo')}
        </button>
      ) : (
        <span className="import-quiet">{t('import.undoOthers')}</span>
      )}
    </>
  );
}
