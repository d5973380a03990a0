import { TABLE_FILES } from '@kuwei/contract/workbook/workbook';
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined';
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import ImportOutlined from '@ant-design/icons/es/icons/ImportOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import { Button } from 'antd';
import { useRef } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { LineSources } from './use-line-sources.ts';
import './lines-bar.css';

interface LinesBarProps {
  count: number;
  /** Label of the button that opens the chooser. */
  choose: string;
  onChoose: () => void;
  sources: LineSources;
  /** Rows can be pasted or imported by product code; moves name stock instead. */
  byCode: boolean;
  /** Number of lines just removed, for undo. */
  removed: number;
  onRestore: () => void;
  /** Number of lines of the last paste, for undo. */
  pasted: number;
  /** The last paste came from a workbook. */
  fromWorkbook: boolean;
  onUnpaste: () => void;
}

/** Sources of lines, and export. */
export function LinesBar({
  count,
  choose,
  onChoose,
  sources,
  byCode,
  removed,
  onRestore,
  pasted,
  fromWorkbook,
  onUnpaste,
}: LinesBarProps) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="lines-bar">
      <h2>{t('wms.transaction.lines')}</h2>
      {count > 0 && <span className="page-head-count">{count}</span>}
      {removed > 0 && (
        <span role="status" className="lines-removed">
          {t('tx.line.removed', { count: removed })}
          <button type="button" className="kw-plain kw-link" onClick={onRestore}>
            {t('tx.line.restore')}
          </button>
        </span>
      )}
      {removed === 0 && pasted > 0 && (
        <span className="lines-removed">
          {t(fromWorkbook ? 'tx.line.imported' : 'tx.line.pasted', { count: pasted })}
          <button type="button" className="kw-plain kw-link" title="Ctrl+Z" onClick={onUnpaste}>
            {t(fromWorkbook ? 'tx.line.unimport' : 'tx.line.unpaste')}
          </button>
        </span>
      )}
      {sources.busy !== null && (
        <span role="status" className="lines-busy">
          {sources.busy}
        </span>
      )}
      <div className="lines-bar-actions">
        {byCode && (
          <>
            <Button className="lines-at-desk" type="text" icon={<DownloadOutlined />} onClick={() => void sources.saveTemplate()}>
              {t('import.template')}
            </Button>
            <Button type="text" icon={<ImportOutlined />} title={t('import.files')} onClick={() => file.current?.click()}>
              {t('tx.line.import')}
            </Button>
            <Button
              className="lines-at-desk"
              type="text"
              icon={<CopyOutlined />}
              disabled={count === 0}
              onClick={() => void sources.copy()}
            >
              {t('tx.line.copy')}
            </Button>
          </>
        )}
        <Button icon={<PlusOutlined />} onClick={onChoose}>
          {choose}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('tx.line.import')}
        accept={TABLE_FILES}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = '';
          if (chosen) void sources.readWorkbook(chosen);
        }}
      />
    </div>
  );
}
