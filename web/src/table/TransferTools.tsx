import { ExportButton } from './ExportButton.tsx';
import { ImportButton } from './ImportButton.tsx';
import type { ExportRoute, Importer } from './list-types.ts';
import type { ListQuery } from './query-state.ts';

interface TransferToolsProps {
  importer: Importer | undefined;
  exporter: ExportRoute | undefined;
  /** Path that an import makes stale. */
  changes: string;
  query: ListQuery;
  count: { total: number; exact: boolean };
}

/** Import and export by workbook. */
export const TransferTools = ({ importer, exporter, changes, query, count }: TransferToolsProps) => (
  <>
    {importer && <ImportButton importer={importer} changes={changes} />}
    {exporter && <ExportButton route={exporter} query={query} count={count} />}
  </>
);
