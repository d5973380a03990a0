import { LOG_LEVEL_MINUTES, TEMPORARY_LOG_LEVELS, maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { exactMoment, localMinute } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';

const CHANGES = ['/sys/maintain/upgrade/utils/log-level'];

/** Verbose logging of all processes for an hour: state, end, and who enabled it. */
export function LogLevelBox() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(maintainUtilsRoutes.getLogLevel, undefined, { staleTime: 0 });
  const set = usePageWrite(maintainUtilsRoutes.setLogLevel, {
    changes: CHANGES,
    onSuccess: (_, { body: { level } }) => noticeDone(t('utils.log.set', { level, minutes: LOG_LEVEL_MINUTES })),
  });
  const reset = usePageWrite(maintainUtilsRoutes.resetLogLevel, {
    changes: CHANGES,
    onSuccess: () => noticeDone(t('utils.log.isReset')),
  });
  if (!data) return error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const { usual, now } = data;
  const isBusy = set.isPending || reset.isPending;
  return (
    <section className="maintain-box" aria-label={t('utils.log')}>
      <header>
        <h2>{t('utils.log')}</h2>
        <span className="maintain-buttons">
          {now && (
            <button type="button" className="kw-button" aria-busy={isBusy} onClick={() => !isBusy && reset.mutate({})}>
              {t('utils.log.reset')}
            </button>
          )}
          {TEMPORARY_LOG_LEVELS.map((level) => (
            <button
              key={level}
              type="button"
              className="kw-button"
              aria-pressed={now?.level === level}
              aria-busy={isBusy}
              onClick={() => !isBusy && set.mutate({ body: { level } })}
            >
              {t('utils.log.to', { level })}
            </button>
          ))}
        </span>
      </header>
      <p>{t('utils.log.text', { minutes: LOG_LEVEL_MINUTES })}</p>
      {now ? (
        <>
          <strong className="maintain-warn">{t('utils.log.until', { level: now.level, until: localMinute(now.until) })}</strong>
          <div>{t('utils.log.by', { name: now.by ?? '', since: exactMoment(now.since), usual })}</div>
        </>
      ) : (
        <strong>{t('utils.log.usual', { usual })}</strong>
      )}
    </section>
  );
}
