import { ExportButton } from './ExportButton.tsx';
import { ImportButton } from './ImportButton.tsx';
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
export const TransferTools = ({ importer, exporter, changes, query, count }: TransferToolsProps) => (
  <>
    {importer && <ImportButton importer={importer} changes={changes} />}
    {exporter && <ExportButton route={exporter} query={query} count={count} />}
  </>
);
