// Quotas of organisations by warehouse: the list, and a form for one.
import { quotaRoutes, type OrgQuota } from '@kuwei/contract/wms/org-quota';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { Modal } from 'antd';
import { useDeferredValue, useState } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ExportButton } from '../../table/ExportButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { grouped } from '../../ui/format.ts';
import { ofLimit } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useWarehouseOptions } from '../warehouse/options.ts';
import '../../table/small-table.css';
import './quota.css';

const SHOWN = 50;

export function QuotaDialog({ onClose }: { onClose: () => void }) {
  const [asking, setAsking] = useState<OrgQuota | 'new' | null>(null);
  if (asking !== null) return <SetDialog quota={asking === 'new' ? null : asking} onClose={() => setAsking(null)} />;
  return <ListDialog onAsk={setAsking} onClose={onClose} />;
}

function ListDialog({ onAsk, onClose }: { onAsk: (quota: OrgQuota | 'new') => void; onClose: () => void }) {
  const t = useT();
  const maySet = useMayCall()(quotaRoutes.setQuota);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const query = { size: SHOWN, ...(q !== '' && { q }) };
  const { data, error, refetch, isFetching } = usePageQuery(quotaRoutes.listQuotas, { query }, { keepPrevious: true });
  return (
    <Modal
      open
      width={720}
      title={t('quota.title')}
      okText={t('quota.new')}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {data && data.list.length > 0 && (
            <span className="quota-export">
              <ExportButton route={quotaRoutes.exportQuotas} query={query} count={data} />
            </span>
          )}
          <CancelBtn />
          {maySet && <OkBtn />}
        </>
      )}
      onOk={() => onAsk('new')}
      cancelText={t('list.close')}
      onCancel={onClose}
    >
      <p className="quota-text">{t('quota.text')}</p>
      <input
        type="search"
        className="kw-field quota-search"
        aria-label={t('quota.search')}
        placeholder={t('quota.search')}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && data.list.length > 0 && <QuotaTable quotas={data.list} {...(maySet && { onAsk })} />}
      {data && data.list.length === 0 && <p className="quota-text">{t(q === '' ? 'quota.none' : 'quota.notFound')}</p>}
      {data && data.total > SHOWN && <p className="quota-text">{t('quota.more', { count: SHOWN })}</p>}
    </Modal>
  );
}

function QuotaTable({ quotas, onAsk }: { quotas: readonly OrgQuota[]; onAsk?: (quota: OrgQuota) => void }) {
  const t = useT();
  return (
    <div className="small-table-scroll" tabIndex={0} role="region" aria-label={t('quota.title')}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{t('wms.stock.owner')}</th>
            <th scope="col">{t('wms.stock.warehouse')}</th>
            <th scope="col" className="right">
              {t('quota.boxes')}
            </th>
            <th scope="col" className="right">
              {t('quota.volume')}
            </th>
            {onAsk && <th scope="col" aria-label={t('quota.change')} />}
          </tr>
        </thead>
        <tbody>
          {quotas.map((quota) => (
            <tr key={`${quota.orgId} ${quota.warehouseId}`}>
              <td>{quota.orgName}</td>
              <td>{quota.warehouseName}</td>
              <td className="right">{ofLimit(String(quota.boxes), quota.maxBoxes === null ? null : String(quota.maxBoxes))}</td>
              <td className="right">{ofLimit(quota.volumeL, quota.maxVolumeL)}</td>
              {onAsk && (
                <td>
                  <button
                    type="button"
                    className="kw-plain kw-link"
                    aria-label={t('quota.changeOf', { org: quota.orgName, warehouse: quota.warehouseName })}
                    onClick={() => onAsk(quota)}
                  >
                    {t('quota.change')}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param quota the one to edit; null for a new one */
function SetDialog({ quota, onClose }: { quota: OrgQuota | null; onClose: () => void }) {
  const t = useT();
  const warehouses = useWarehouseOptions();
  const isNew = quota === null;
  return (
    <ActionDialog
      route={quotaRoutes.setQuota}
      params={{}}
      fixed={isNew ? {} : { orgId: quota.orgId, warehouseId: quota.warehouseId }}
      blank={isNew ? {} : { maxBoxes: quota.maxBoxes, maxVolumeL: quota.maxVolumeL }}
      title={isNew ? t('quota.new') : t('quota.changeOf', { org: quota.orgName, warehouse: quota.warehouseName })}
      text={isNew ? t('quota.hint') : t('quota.used', { boxes: grouped(String(quota.boxes)), volume: grouped(quota.volumeL) })}
      yes={t('form.save')}
      changes={['/wms/org-quota', '/wms/product-space']}
      onDone={() => {
        noticeDone(t(isNew ? 'common.saved' : 'common.modified'));
        onClose();
      }}
      onClose={onClose}
    >
      {isNew && (
        <>
          <RecordField
            name="orgId"
            label="wms.stock.owner"
            width="full"
            find={orgRoutes.selectOrgs}
            optionOf={({ id, name, code }) => ({ value: id, label: name, hint: code })}
          />
          <ChoiceField name="warehouseId" label="wms.stock.warehouse" width="full" options={warehouses} />
        </>
      )}
      <WholeField name="maxBoxes" label="quota.maxBoxes" placeholder={t('place.noLimit')} />
      <DecimalField name="maxVolumeL" label="quota.maxVolume" suffix="L" placeholder={t('place.noLimit')} />
    </ActionDialog>
  );
}
