// Past imports: who, when, which file, and what has been undone.
import { PAGE_SIZE_MAX } from '@kuwei/contract/page';
import { IMPORT_KEPT_DAYS, type ImportEntry, type ImportsRoutes } from '@kuwei/contract/workbook/workbook';
import { useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import { DetailSkeleton } from '../DetailSkeleton.tsx';

/** Rows shown at first, and added per step. */
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
    <ul className="import-past" tabIndex={0} aria-label={t('import.history')}>
      {list.map((entry) => (
        <li key={entry.id}>
          <span className="import-file">{entry.file}</span>
          <span className="import-standing">
            <ImportStatus entry={entry} onUndo={onUndo} />
          </span>
          <span className="import-quiet">
            <When at={entry.createdAt} /> · {entry.createdBy} · {t('import.counts', entry)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** State of an import, and the actions left. */
function ImportStatus({
  entry: { id, file, isOwn, undone, open },
  onUndo,
}: {
  entry: ImportEntry;
  onUndo: (id: string) => void;
}) {
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
