import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../api/send.ts';
import { fileNameIn, saveFile } from '../browser/save-file.ts';
import { usePageCall } from '../page/query.ts';
import { useT } from '../phrase/phrases.ts';
import { noticeDone, noticeError } from '../ui/feedback.ts';
import { countText, fileSize, grouped } from '../ui/format.ts';
import type { ExportRoute } from './list-types.ts';

interface ExportButtonProps {
  route: ExportRoute;
  /** Query of the list, without paging. */
  query: Readonly<Record<string, unknown>>;
  count: { total: number; exact: boolean };
}

type Call = (route: ExportRoute, input: object, options: object) => Promise<Answer<Blob>>;

/** Exports all filtered rows as a workbook. Fetched with the access token; a second click cancels. */
export function ExportButton({ route, query, count }: ExportButtonProps) {
  const t = useT();
  const call = usePageCall() as unknown as Call;
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const fetchFile = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const { page: _page, size: _size, ...rest } = query;
      const { data, headers } = await call(
        route,
        { query: rest },
        { responseAll: true, signal: controller.signal, onDownloadProgress: setBytes },
      );
      saveFile(data, fileNameIn(headers, 'export.xlsx'));
      noticeDone(count.exact ? t('export.done', { count: grouped(String(count.total)) }) : t('export.doneMany'));
    } catch (error) {
      if (!controller.signal.aborted) noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    } finally {
      setBytes(null);
    }
  };

  return (
    <button
      type="button"
      className="kw-button"
      title={bytes === null ? t('export.title', { count: countText(count) }) : t('export.cancel')}
      onClick={() => (bytes === null ? void fetchFile() : running.current?.abort())}
    >
      <DownloadOutlined aria-hidden="true" />
      {bytes === null ? t('list.export') : t('export.running', { size: fileSize(bytes) })}
    </button>
  );
}
