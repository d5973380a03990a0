// Downloads all rows of a report as a file. A second click cancels.
import { ownReportRoutes, type ReportValues, type RunnableReport } from '@kuwei/contract/sys/report';
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../api/send.ts';
import { fileNameIn, saveFile } from '../../browser/save-file.ts';
import { usePageCall } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import { fileSize } from '../../ui/format.ts';

type Format = 'xlsx' | 'csv';
type Call = (route: typeof ownReportRoutes.exportReport, input: object, options: object) => Promise<Answer<Blob>>;

export function FileButtons({ report, values }: { report: RunnableReport; values: ReportValues }) {
  const t = useT();
  const call = usePageCall() as unknown as Call;
  const [coming, setComing] = useState<{ format: Format; bytes: number } | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const take = async (format: Format): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setComing({ format, bytes: 0 });
    try {
      const { data, headers } = await call(
        ownReportRoutes.exportReport,
        { params: { id: report.id }, query: { format, values: JSON.stringify(values) } },
        { responseAll: true, signal: controller.signal, onDownloadProgress: (bytes: number) => setComing({ format, bytes }) },
      );
      saveFile(data, fileNameIn(headers, `report.${format}`));
      noticeDone(t('result.exported'));
    } catch (error) {
      if (!controller.signal.aborted) noticeError(t('export.failed'), error instanceof Error ? error.message : undefined);
    } finally {
      setComing(null);
    }
  };
  return (['xlsx', 'csv'] as const).map((format) => (
    <button
      key={format}
      type="button"
      className="kw-button"
      disabled={coming !== null && coming.format !== format}
      title={coming?.format === format ? t('export.cancel') : undefined}
      onClick={() => (coming === null ? void take(format) : running.current?.abort())}
    >
      <DownloadOutlined aria-hidden="true" />
      {coming?.format === format ? t('export.running', { size: fileSize(coming.bytes) }) : t(`result.${format}`)}
    </button>
  ));
}
