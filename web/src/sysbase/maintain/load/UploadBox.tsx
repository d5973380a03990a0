import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { DropArea } from '../../../form/DropArea.tsx';
import { useDirty } from '../../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { confirmDelete } from '../../../ui/confirm-delete.ts';
import { fileSize } from '../../../ui/format.ts';
import { useBackupUpload } from './use-backup-upload.ts';

/** Any file type: the server detects it. */
const ANY = { types: [], names: '.tar.zst, .tar.zst.enc' };

/** Uploads a backup from another disk or machine. */
export function UploadBox({ onDone }: { onDone: (id: string) => void }) {
  const t = useT();
  const { sending, start, stop } = useBackupUpload(onDone);
  useDirty(sending !== null && sending.failed === null);
  const { data } = usePageQuery(maintainRoutes.listBackups, { query: { state: ['UPLOADING'], size: 20 } }, { staleTime: 0 });
  const remove = usePageWrite(maintainRoutes.deleteBackup, { changes: ['/sys/maintain'] });
  const left = sending === null ? (data?.list ?? []) : [];
  return (
    <section className="maintain-box" aria-label={t('load.upload')}>
      <header>
        <h2>{t('load.upload')}</h2>
      </header>
      <p>{t('load.upload.text')}</p>
      {sending === null ? (
        <DropArea accept={ANY} onFiles={([file]) => file && start(file)}>
          {t('load.upload.drop')}
          <span className="form-drop-hint">{ANY.names}</span>
        </DropArea>
      ) : (
        <div className="maintain-sending">
          <b className="kw-code">{sending.name}</b>
          {sending.failed === null ? (
            <>
              <progress max={sending.size} value={sending.sent} aria-label={t('load.upload')} />
              <span role="status">{t('load.upload.sent', { sent: fileSize(sending.sent), size: fileSize(sending.size) })}</span>
            </>
          ) : (
            <span role="alert" className="maintain-fault">
              {t('load.upload.failed', { reason: sending.failed })}
            </span>
          )}
          <button type="button" className="kw-button" onClick={stop}>
            {t(sending.failed === null ? 'load.upload.stop' : 'common.ok')}
          </button>
        </div>
      )}
      {left.length > 0 && (
        <ul className="maintain-left">
          {left.map(({ id, givenName, size }) => (
            <li key={id}>
              <span>{t('load.upload.left', { name: givenName ?? '', size: fileSize(size ?? 0) })}</span>
              <button
                type="button"
                className="kw-plain kw-link"
                onClick={() => void confirmDelete(givenName ?? '').then((yes) => yes && remove.mutateAsync({ params: { id } }))}
              >
                {t('load.upload.drop.it')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
