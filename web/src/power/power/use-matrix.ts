import { roleRoutes } from '@kuwei/contract/auth/role';
import { fileNameIn, saveFile } from '../../browser/save-file.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';

/** Downloads the workbook of all roles, with a column per power. */
export function useMatrix(): () => Promise<void> {
  const t = useT();
  const call = usePageCall();
  return async () => {
    try {
      const { data, headers } = await call(roleRoutes.exportRoles, { query: {} }, { responseAll: true });
      saveFile(data, fileNameIn(headers, 'roles.xlsx'));
      noticeDone(t('rights.power.matrixDone'));
    } catch (error) {
      noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    }
  };
}
