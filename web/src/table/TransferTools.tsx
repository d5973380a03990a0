import { Suspense, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { ExportButton } from './ExportButton.tsx';
import { LazyImportDialog } from './lazy-dialogs.ts';
import type { ExportRoute, Importer } from './list-types.ts';
import type { ListQuery } from './query-state.ts';

interface TransferToolsProps {
  importer: Importer | undefined;
  exporter: ExportRoute | undefined;
  /** Path of what an import changes. */
  changes: string;
  query: ListQuery;
  count: { total: number; exact: boolean };
}

/** In and out by workbook. */
export function TransferTools({ importer, exporter, changes, query, count }: TransferToolsProps) {
  const t = useT();
  const [importing, setImporting] = useState(false);
  return (
    <>
      {importer && (
        <button type="button" className="kw-button" onClick={() => setImporting(true)}>
          {t('list.import')}
        </button>
      )}
      {exporter && <ExportButton route={exporter} query={query} count={count} />}
      {importer && importing && (
        <Suspense>
          <LazyImportDialog importer={importer} changes={changes} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
