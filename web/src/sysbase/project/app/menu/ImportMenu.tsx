// Imports a menu from a file: previewed first, then replaces the current menu.
import { menuFile, menuRoutes, type MenuFile, type MenuReport } from '@kuwei/contract/sys/menu';
import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { usePageCall, usePageWrite } from '../../../../page/query.ts';
import { say, useT } from '../../../../phrase/phrases.ts';
import { busyProps } from '../../../../ui/BusyButton.tsx';
import { noticeDone, noticeError } from '../../../../ui/feedback.ts';
import { CHANGES, runOrNotify } from './run-or-notify.ts';

interface CheckedFile {
  file: MenuFile;
  report: MenuReport;
}

export function ImportMenu() {
  const t = useT();
  const call = usePageCall();
  const input = useRef<HTMLInputElement>(null);
  const [looked, setLooked] = useState<CheckedFile | null>(null);

  const choose = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const file = fileIn(await chosen.text());
    if (file === null) return noticeError(t('menus.importBad'), t('menus.importBadText'));
    await runOrNotify(async () => setLooked({ file, report: await call(menuRoutes.lookAtMenuImport, { body: file }) }));
  };
  return (
    <>
      <button type="button" className="kw-button" onClick={() => input.current?.click()}>
        {t('menus.import')}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('menus.importTitle')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // Allows choosing the same file again after it was changed.
          target.value = '';
          void choose(chosen);
        }}
      />
      {looked && <Report {...looked} onClose={() => setLooked(null)} />}
    </>
  );
}

/** Null if it is not a menu. The server reports errors of entries. */
function fileIn(text: string): MenuFile | null {
  try {
    const file = JSON.parse(text) as MenuFile;
    return file.format === menuFile.shape.format.def.values[0] && Array.isArray(file.entries) ? file : null;
  } catch {
    return null;
  }
}

function Report({ file, report, onClose }: CheckedFile & { onClose: () => void }) {
  const t = useT();
  const write = usePageWrite(menuRoutes.importMenu, { changes: CHANGES });
  const { added, changed, removed, refused, more, unchanged, rev } = report;
  const isSame = added.length + changed.length + removed.length === 0;
  const run = async (): Promise<void> => {
    if (!(await runOrNotify(() => write.mutateAsync({ body: { ...file, rev } })))) return;
    noticeDone(t('menus.importDone'));
    onClose();
  };
  return (
    <Modal
      open
      title={t('menus.importTitle')}
      width={640}
      okText={t('menus.importYes')}
      cancelText={t('common.cancel')}
      okButtonProps={{ ...busyProps(write.isPending), disabled: isSame || refused.length > 0 }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className="menus-hint">{isSame && refused.length === 0 ? t('menus.importSame') : t('menus.importText')}</p>
      <div className="menus-report">
        {refused.length > 0 && (
          <Part title={t('menus.importRefused', { count: refused.length + more })} alert>
            {refused.map(({ code, name, field, message }) => (
              <li key={`${code} ${field}`}>
                {name} <span className="kw-code">{code}</span> · {message}
              </li>
            ))}
          </Part>
        )}
        <Part title={t('menus.importAdded', { count: added.length })}>
          {added.map(({ code, name }) => (
            <li key={code}>
              {name} <span className="kw-code">{code}</span>
            </li>
          ))}
        </Part>
        <Part title={t('menus.importChanged', { count: changed.length })}>
          {changed.map(({ code, name, fields }) => (
            <li key={code}>
              {name} <span className="kw-code">{code}</span> · {fields.map((field) => say(`menus.${field}`)).join(' · ')}
            </li>
          ))}
        </Part>
        <Part title={t('menus.importRemoved', { count: removed.length })}>
          {removed.map(({ code, name }) => (
            <li key={code}>
              {name} <span className="kw-code">{code}</span>
            </li>
          ))}
        </Part>
        <strong>{t('menus.importUnchanged', { count: unchanged })}</strong>
      </div>
    </Modal>
  );
}

const Part = ({ title, alert = false, children }: { title: string; alert?: boolean; children: React.ReactNode[] }) => (
  <section className={alert ? 'menus-refused' : undefined} {...(alert && { role: 'alert' })}>
    <strong>{title}</strong>
    {children.length > 0 && <ul>{children}</ul>}
  </section>
);
