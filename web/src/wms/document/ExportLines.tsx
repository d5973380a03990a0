import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { useState } from 'react';
import { fileNameIn, saveFile } from '../../browser/save-file.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeError } from '../../ui/feedback.ts';

/** Exports the lines as a workbook that another document can import. */
export function ExportLines({ id }: { id: string }) {
  const t = useT();
  const call = usePageCall();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data, headers } = await call(transactionRoutes.exportLines, { params: { id } }, { responseAll: true });
      saveFile(data, fileNameIn(headers, 'lines.xlsx'));
    } catch (error) {
      noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="kw-plain kw-link" disabled={busy} onClick={() => void save()}>
      {t('tx.line.export')}
    </button>
  );
}
