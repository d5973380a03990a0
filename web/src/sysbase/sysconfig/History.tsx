import { configRoutes, type SettingChange, type SettingRecord } from '@kuwei/contract/sys/config';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { exactMoment } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';

interface HistoryProps {
  setting: SettingRecord;
  onRestore: (change: SettingChange) => void;
}

/** Changes of a setting, newest first, with restoring an earlier value. */
export function History({ setting, onRestore }: HistoryProps) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(configRoutes.getConfigHistory, { params: { id: setting.id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null;
  if (data.length === 0) return <p className="config-none">{t('config.noHistory')}</p>;
  const isFixed = setting.source === 'ENVIRONMENT';
  return (
    <table className="config-history" aria-label={t('config.history')}>
      <thead>
        <tr>
          <th>{t('config.updated')}</th>
          <th>{t('config.updatedBy')}</th>
          <th>{t('config.then')}</th>
          <th>{t('config.reason')}</th>
          <th aria-label={t('config.restore')} />
        </tr>
      </thead>
      <tbody>
        {data.map((change) => (
          <tr key={change.rev}>
            <td data-title={t('config.updated')}>
              <time dateTime={change.at}>{exactMoment(change.at)}</time>
            </td>
            <td data-title={t('config.updatedBy')}>{change.by ?? <None />}</td>
            <td data-title={t('config.then')}>
              {change.shown}
              {change.isDefault && <span className="config-default">{t('config.isDefault')}</span>}
            </td>
            <td data-title={t('config.reason')}>{change.reason}</td>
            <td>
              {!isFixed && change.isKept && change.shown !== setting.shown && (
                <button
                  type="button"
                  className="kw-plain kw-link"
                  aria-label={t('config.restoreOf', { value: change.shown })}
                  onClick={() => onRestore(change)}
                >
                  {t('config.restore')}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
