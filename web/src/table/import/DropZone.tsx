import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined';
import type { PlainKey } from '@kuwei/contract/phrase';
import { TABLE_FILES } from '@kuwei/contract/workbook/workbook';
import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { configOr, uploadMaxBytes } from '../../session/version.ts';
import { fileSize, grouped } from '../../ui/format.ts';

interface DropZoneProps {
  /** Why the previous file was rejected. */
  fault: string | null;
  onFile: (file: File) => void;
  /** Additional hint on file contents. */
  about: PlainKey | undefined;
  onTemplate: (() => void) | undefined;
  onHistory: (() => void) | undefined;
}

export function DropZone({ fault, about, onFile, onTemplate, onHistory }: DropZoneProps) {
  const t = useT();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    setOver(false);
    if (files?.[0]) onFile(files[0]);
  };
  return (
    <>
      {about && <p className="import-about">{t(about)}</p>}
      <label
        className={over ? 'import-drop over' : 'import-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files);
        }}
      >
        <InboxOutlined aria-hidden="true" />
        <span className="import-drop-title">{t('import.drop')}</span>
        <span>
          {t('import.dropText', { max: grouped(configOr('SYS_IMPORT_ROWS_MAX', '100000')), size: fileSize(uploadMaxBytes()) })}
        </span>
        <input type="file" className="kw-unseen" accept={TABLE_FILES} onChange={({ target }) => take(target.files)} />
      </label>
      {fault !== null && (
        <p className="import-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="import-links">
        {onTemplate && (
          <button type="button" className="kw-plain kw-link" onClick={onTemplate}>
            {t('import.template')}
          </button>
        )}
        {onHistory && (
          <button type="button" className="kw-plain kw-link" onClick={onHistory}>
            {t('import.history')}
          </button>
        )}
      </div>
    </>
  );
}
