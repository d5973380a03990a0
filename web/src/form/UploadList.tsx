import { useT } from '../phrase/phrases.ts';
import type { Upload } from './use-uploads.ts';
import './upload-list.css';

/** Uploads in progress and failed ones. */
export function UploadList({ uploads, onDrop }: { uploads: readonly Upload[]; onDrop: (key: number) => void }) {
  const t = useT();
  if (uploads.length === 0) return null;
  return (
    <ul className="form-uploads">
      {uploads.map(({ key, name, part, failed }) => (
        <li key={key} role={failed === null ? 'status' : 'alert'} className={failed === null ? '' : 'failed'}>
          <span>{name}</span>
          {failed === null ? (
            <>
              <span className="form-upload-bar" style={{ '--part': part } as object} />
              <span>{t('form.fileUploading', { percent: Math.round(part * 100) })}</span>
            </>
          ) : (
            <>
              <span>{t('form.fileFailed', { reason: failed })}</span>
              <button type="button" className="kw-plain kw-link" onClick={() => onDrop(key)}>
                {t('common.ok')}
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
