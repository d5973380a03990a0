import { Suspense, useEffect, useState } from 'react';
import { usePage } from '../page/page.ts';
import { useT } from '../phrase/phrases.ts';
import { LazyImportDialog } from './lazy-dialogs.ts';
import type { Importer } from './list-types.ts';

interface ImportButtonProps {
  importer: Importer;
  /** Path that an import makes stale. */
  changes: string;
}

/** Query parameter that opens the dialog on arrival. With a value it opens another import of the page. */
const IMPORT = 'import';

/** Opens the import dialog. */
export function ImportButton({ importer, changes }: ImportButtonProps) {
  const t = useT();
  const { query, setQuery } = usePage();
  const [importing, setImporting] = useState(false);
  const isAsked = query.get(IMPORT) === '';
  useEffect(() => {
    if (!isAsked) return;
    setImporting(true);
    setQuery({ [IMPORT]: null });
  }, [isAsked]);
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
