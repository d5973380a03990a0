import type { QueryOf } from '@kuwei/contract/route';
import type { warningRoutes } from '@kuwei/contract/wms/ews-product';
import type { Answer } from '../../api/send.ts';
import { fileNameIn, saveFile } from '../../browser/save-file.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeError } from '../../ui/feedback.ts';

type Route = (typeof warningRoutes)['exportPurchases'];

/** Downloads a workbook with the user's token and saves it. */
export function useSaveFile(): (route: Route, query: QueryOf<Route>) => Promise<void> {
  const t = useT();
  const call = usePageCall() as unknown as (route: Route, input: object, options: object) => Promise<Answer<Blob>>;
  return async (route, query) => {
    try {
      const { data, headers } = await call(route, { query }, { responseAll: true });
      saveFile(data, fileNameIn(headers, 'purchases.xlsx'));
    } catch (error) {
      noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    }
  };
}
