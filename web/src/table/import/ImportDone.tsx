import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { useT } from '../../phrase/phrases.ts';

/** Result of an import: rows written and rows skipped. */
export function ImportDone({ reply: { created, updated, unchanged, refused, rights } }: { reply: ImportReply }) {
  const t = useT();
  return (
    <p className="import-done" role="status">
      {t('import.doneText', { created, updated })}
      {unchanged > 0 && t('import.doneUnchanged', { unchanged })}
      {refused > 0 && t('import.doneRefused', { refused })}
      {rights !== null && !rights.taken && t('import.doneRights', { count: rights.rows })}
    </p>
  );
}
