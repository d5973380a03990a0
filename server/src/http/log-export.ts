// Logs who exported which list: how many rows, with which filter, and in which format and columns if chosen. The row is written
// before the first byte is sent.
import { isDownload, type Route } from '@kuwei/contract/route';
import type { Caller, ReadContext, Services } from '../context.ts';
import { runInCommit } from './commit.ts';
import type { Download } from './transfer.ts';

const EXPORT = '/export';
const FORMATS = { csv: 'CSV (UTF-8)', gb18030: 'CSV (GB18030)' } as const;
/** Parameters that do not affect which rows are exported. */
const SHOWN: ReadonlySet<string> = new Set(['page', 'size', 'sort']);

/** A list of records as a file, the menu included. */
export const isExport = (route: Route): boolean =>
  route.method === 'GET' && isDownload(route) && (route.reply === 'sheet' || route.path.endsWith(EXPORT));

export async function logExport(
  services: Services,
  { method, path }: Route,
  base: ReadContext<Caller>,
  { params, query }: { params: unknown; query: unknown },
  { rows, format, headings }: Download,
): Promise<void> {
  const asked: [string, unknown][] = Object.entries({ ...(params as object), ...(query as object) });
  const filters = Object.fromEntries(asked.filter(([name, value]) => !SHOWN.has(name) && value !== undefined && value !== ''));
  await runInCommit(services, `${method} ${path}`, base, async ({ logChange }) =>
    logChange({
      entity: 'export',
      id: path.replace(/\/export$/, ''),
      change: {
        ...(rows !== undefined && { rows }),
        ...(format !== undefined && format !== 'xlsx' && { format: FORMATS[format] }),
        ...(headings && { columns: headings }),
        ...(Object.keys(filters).length > 0 && { filters }),
      },
    }),
  );
}
