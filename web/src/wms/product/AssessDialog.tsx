// A catalogue file by CAS number: looked at first, written when somebody has seen what would change.
import { productRoutes, type AssessReply } from '@kuwei/contract/wms/product';
import { TABLE_FILES } from '@kuwei/contract/workbook';
import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { invalidate, usePageCall } from '../../api/query.ts';
import { uuid } from '../../base/uuid.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ImportErrors } from '../../table/import/ImportErrors.tsx';
import { busyProps } from '../../ui/BusyButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';

type Send = (route: typeof productRoutes.assessProducts, input: object, options: object) => Promise<AssessReply>;

export function AssessDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const send = usePageCall() as unknown as Send;
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<AssessReply | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const ask = async (chosen: File, dryRun: boolean): Promise<AssessReply | null> => {
    setBusy(true);
    setFault(null);
    try {
      return await send(productRoutes.assessProducts, { file: chosen, query: { dryRun } }, { idempotencyKey: uuid() });
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const look = async (chosen: File): Promise<void> => {
    setFile(chosen);
    setFound(await ask(chosen, true));
  };
  const write = async (): Promise<void> => {
    if (!file) return;
    const done = await ask(file, false);
    if (!done) return;
    await invalidate('/wms/product');
    noticeDone(t('safety.assess.done', { count: done.changed }));
    onClose();
  };
  return (
    <Modal
      open
      title={t('safety.assess')}
      width={760}
      okText={t('safety.assess.write', { count: found?.changed ?? 0 })}
      cancelText={t('common.cancel')}
      okButtonProps={{ ...busyProps(busy), disabled: !found || found.changed === 0 }}
      onOk={() => void write()}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <p>{t('safety.assess.text')}</p>
      <input
        ref={input}
        type="file"
        accept={TABLE_FILES}
        hidden
        aria-label={t('safety.assess.choose')}
        onChange={({ target }) => target.files?.[0] && void look(target.files[0])}
      />
      <button type="button" className="kw-button" disabled={busy} onClick={() => input.current?.click()}>
        {t('safety.assess.choose')}
      </button>{' '}
      {file?.name}
      {fault !== null && (
        <p role="alert" className="product-lacks">
          {fault}
        </p>
      )}
      {found && <Found found={found} />}
    </Modal>
  );
}

function Found({ found }: { found: AssessReply }) {
  const t = useT();
  return (
    <>
      <p role="status">
        {t('safety.assess.found', found)} {t('safety.assess.changes', found)}
      </p>
      {found.unread.length > 0 && <p>{t('safety.assess.unread', { names: found.unread.join(', ') })}</p>}
      <ImportErrors reply={{ errors: found.errors, workbook: null }} />
      <div className="assess-changes">
        <table>
          <thead>
            <tr>
              <th>{t('wms.product.code')}</th>
              <th>{t('wms.product.name')}</th>
              <th>{t('safety.assess.column')}</th>
            </tr>
          </thead>
          <tbody>
            {found.changes.map(({ code, name, fields }) => (
              <tr key={code}>
                <td className="kw-code">{code}</td>
                <td>{name}</td>
                <td>{fields.map(({ field, value }) => `${say(FIELD[field] ?? field)} ${value}`).join('; ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What a field is called. */
const FIELD: Record<string, string> = {
  formula: 'wms.product.formula',
  flashPointC: 'wms.product.flashPoint',
  boilingPointC: 'wms.product.boilingPoint',
  lowerExplosionPercent: 'wms.product.lowerExplosion',
  upperExplosionPercent: 'wms.product.upperExplosion',
  iarcGroup: 'wms.product.iarcGroup',
  exposureLimit: 'wms.product.exposureLimit',
  unNo: 'wms.product.unNo',
  unClass: 'wms.product.unClass',
  hCodes: 'wms.product.hCodes',
  storageGroup: 'wms.product.storageGroup',
};
