import { Suspense, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { LazyImportDialog } from './lazy-dialogs.ts';
import type { Importer } from './list-types.ts';

interface ImportButtonProps {
  importer: Importer;
  /** Path of what an import changes. */
  changes: string;
}

/** Opens the window that imports a workbook. */
export function ImportButton({ importer, changes }: ImportButtonProps) {
  const t = useT();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <button type="button" className="kw-button" onClick={() => setImporting(true)}>
        {t('list.import')}
      </button>
      {importing && (
        <Suspense>
          <LazyImportDialog importer={importer} changes={changes} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
