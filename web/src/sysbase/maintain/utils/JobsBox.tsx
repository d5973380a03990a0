import { maintainUtilsRoutes, type ClockJobStatus } from '@kuwei/contract/sys/maintain-utils';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT, type t } from '../../../phrase/phrases.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { None } from '../../../ui/None.tsx';
import { StateTag, type StateLooks } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';

const looks: StateLooks<ClockJobStatus['state']> = {
  OK: { label: 'utils.state.OK', tone: 'success', shape: 'check' },
  NEVER: { label: 'utils.state.NEVER', tone: 'quiet', shape: 'ring' },
  WAITING: { label: 'utils.state.WAITING', tone: 'info', shape: 'ring' },
  RUNNING: { label: 'utils.state.RUNNING', tone: 'info', shape: 'half' },
  RETRY: { label: 'utils.state.RETRY', tone: 'warning', shape: 'triangle' },
  FAILED: { label: 'utils.state.FAILED', tone: 'danger', shape: 'cross' },
};

/** Describes a crontab schedule of one of our forms. */
function scheduleText(schedule: string, say: typeof t): string {
  const minute = /^(\d+) \* \* \* \*$/.exec(schedule)?.[1];
  if (minute !== undefined) return say('utils.schedule.hour', { minute });
  return schedule === '* * * * *' ? say('utils.schedule.minute') : schedule;
}

/** Scheduled jobs: last and next run, failures, and running one now. */
export function JobsBox() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(maintainUtilsRoutes.getJobs, undefined, { staleTime: 0 });
  const run = usePageWrite(maintainUtilsRoutes.runJob, {
    changes: ['/sys/maintain/upgrade/utils/job'],
    onSuccess: (_, { body: { name } }) => noticeDone(t('utils.job.begun', { name: t(`utils.task.${name}`) })),
  });
  if (!data) return error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const begin = ({ name }: ClockJobStatus): void => {
    if (!run.isPending) run.mutate({ body: { name } });
  };
  return (
    <section className="maintain-box wide" aria-label={t('utils.jobs')}>
      <header>
        <h2>{t('utils.jobs')}</h2>
        {data.paused && <strong className="maintain-warn">{t('utils.jobs.paused')}</strong>}
      </header>
      <p>{t('utils.jobs.text')}</p>
      <div className="maintain-scroll" tabIndex={0} role="group" aria-label={t('utils.jobs')}>
        <table className="maintain-table">
          <thead>
            <tr>
              <th>{t('utils.job.name')}</th>
              <th>{t('utils.job.state')}</th>
              <th>{t('utils.job.schedule')}</th>
              <th>{t('utils.job.last')}</th>
              <th>{t('utils.job.next')}</th>
              <th>{t('utils.job.action')}</th>
            </tr>
          </thead>
          <tbody>
            {data.jobs.map((job) => (
              <Job key={job.name} job={job} paused={data.paused && job.name !== 'maintain'} onRun={() => begin(job)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Job({ job, paused, onRun }: { job: ClockJobStatus; paused: boolean; onRun: () => void }) {
  const t = useT();
  const { name, schedule, state, lastAt, lastMs, nextAt, attempts, attemptsMax, error } = job;
  const task = t(`utils.task.${name}`);
  const hasFailed = state === 'RETRY' || state === 'FAILED';
  return (
    <tr>
      <td className="maintain-job">
        {task}
        {error !== null && (
          <div className="maintain-error">
            {error}
            {attemptsMax > 0 && <> · {t('utils.job.attempts', { n: attempts, of: attemptsMax })}</>}
          </div>
        )}
      </td>
      <td className="whole">
        <StateTag look={looks[state]} />
      </td>
      <td className="whole">{scheduleText(schedule, t)}</td>
      <td className="whole">
        {lastAt === null ? <None /> : <When at={lastAt} />}
        {lastMs !== null && <> · {t('utils.job.lastMs', { ms: lastMs })}</>}
      </td>
      <td className="whole">{paused ? <None /> : <When at={nextAt} />}</td>
      <td className="whole">
        <button
          type="button"
          className="kw-plain kw-link"
          aria-label={t(hasFailed ? 'utils.job.againOf' : 'utils.job.nowOf', { name: task })}
          disabled={paused || state === 'RUNNING'}
          onClick={onRun}
        >
          {t(hasFailed ? 'utils.job.again' : 'utils.job.now')}
        </button>
      </td>
    </tr>
  );
}
