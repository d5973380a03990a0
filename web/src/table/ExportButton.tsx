import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import type { Answer } from '../api/send.ts';
import { fileNameIn, saveFile } from '../browser/save-file.ts';
import { usePageCall } from '../page/query.ts';
import { useT } from '../phrase/phrases.ts';
import { noticeDone, noticeError } from '../ui/feedback.ts';
import { countText, fileSize, grouped } from '../ui/format.ts';
import { PopPanel } from '../ui/PopPanel.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { choiceQuery, useExportChoice, type ExportChoice } from './export-choice.ts';
import { LazyExportOptions } from './lazy-dialogs.ts';
import type { ExportRoute, FileRoute } from './list-types.ts';
import './export-button.css';

interface ExportButtonProps {
  route: ExportRoute | FileRoute;
  /** Query of the list, without paging. */
  query: Readonly<Record<string, unknown>>;
  /** Rows of the file; omit where they are not those that are shown. */
  count?: { total: number; exact: boolean };
}

type Call = (route: ExportButtonProps['route'], input: object, options: object) => Promise<Answer<Blob>>;

/**
 * Exports all filtered rows, in the format and with the columns that the user has chosen next to it. Fetched with the access token; a
 * second click cancels.
 */
export function ExportButton({ route, query, count }: ExportButtonProps) {
  const t = useT();
  const call = usePageCall() as unknown as Call;
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const [choice, choose] = useExportChoice(route, query);
  const phone = useIsPhone();
  useEffect(() => () => running.current?.abort(), []);
  const { page: _page, size: _size, ...filters } = query;

  const fetchFile = async (chosen: ExportChoice): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const { data, headers } = await call(
        route,
        { query: { ...filters, ...choiceQuery(chosen) } },
        { responseAll: true, signal: controller.signal, onDownloadProgress: setBytes },
      );
      saveFile(data, fileNameIn(headers, 'export.xlsx'));
      noticeDone(count?.exact ? t('export.done', { count: grouped(String(count.total)) }) : t('export.doneMany'));
    } catch (error) {
      if (controller.signal.aborted) return;
      // The choice of an earlier version, or of another kind of the list.
      if (error instanceof ApiError && error.fields.some(({ path }) => path === 'columns')) {
        choose({ ...chosen, columns: null });
        return noticeError(t('export.columnsChanged'));
      }
      noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    } finally {
      setBytes(null);
    }
  };
  const fetchColumns = async (): Promise<Blob> =>
    (await call(route, { query: { ...filters, format: 'columns' } }, { responseAll: true })).data;

  return (
    <span className="export">
      <button
        type="button"
        className="kw-button"
        title={bytes !== null ? t('export.cancel') : count && t('export.title', { count: countText(count) })}
        onClick={() => (bytes === null ? void fetchFile(choice) : running.current?.abort())}
      >
        <DownloadOutlined aria-hidden="true" />
        {bytes !== null
          ? t('export.running', { size: fileSize(bytes) })
          : choice.columns
            ? t('export.some', { count: choice.columns.length })
            : t('list.export')}
      </button>
      {/* A phone has no room for it, and follows what was chosen at a desk. */}
      {!phone && route.reply === 'sheet' && (
        <PopPanel
          label={t('export.options')}
          placement="bottomRight"
          trigger={(trigger) => (
            <button
              {...trigger}
              className="kw-button export-options"
              aria-label={t('export.options')}
              title={t('export.options')}
              disabled={bytes !== null}
            >
              <DownOutlined aria-hidden="true" />
            </button>
          )}
        >
          {(close) => (
            <Suspense>
              <LazyExportOptions
                choice={choice}
                onChoose={choose}
                fetchColumns={fetchColumns}
                onExport={() => {
                  close();
                  void fetchFile(choice);
                }}
              />
            </Suspense>
          )}
        </PopPanel>
      )}
    </span>
  );
}
