import type { ReplyOf } from '@kuwei/contract/route';
import { maintainUtilsRoutes, type Statement } from '@kuwei/contract/sys/maintain-utils';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ask, noticeDone } from '../../../ui/feedback.ts';
import { grouped } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { None } from '../../../ui/None.tsx';
import { StateTag, type StateLook, type StateLooks } from '../../../ui/StateTag.tsx';

const looks: StateLooks<Statement['state']> = {
  ACTIVE: { label: 'utils.statement.state.ACTIVE', tone: 'info', shape: 'half' },
  IDLE: { label: 'utils.statement.state.IDLE', tone: 'warning', shape: 'ring' },
  ABORTED: { label: 'utils.statement.state.ABORTED', tone: 'danger', shape: 'cross' },
};
const waits: StateLook = { label: 'utils.statement.state.LOCK', tone: 'warning', shape: 'lock' };

/** Statements running longer than a second, which can be cancelled, and the slowest so far. */
export function StatementsBox() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(maintainUtilsRoutes.getStatements, undefined, { staleTime: 0 });
  const cancel = usePageWrite(maintainUtilsRoutes.cancelStatement, {
    changes: ['/sys/maintain/upgrade/utils/statement'],
    onSuccess: () => noticeDone(t('utils.statement.cancelled')),
  });
  if (!data) return error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const askAndCancel = async ({ pid, begunAt }: Statement): Promise<void> => {
    const question = {
      title: t('utils.statement.ask', { pid }),
      text: t('utils.statement.askText'),
      yes: t('utils.statement.cancel'),
      no: t('utils.statement.keep'),
      danger: true,
    };
    if (!cancel.isPending && (await ask(question))) cancel.mutate({ body: { pid, begunAt } });
  };
  return (
    <section className="maintain-box wide" aria-label={t('utils.statements')}>
      <header>
        <h2>{t('utils.statements')}</h2>
        <button type="button" className="kw-button" aria-busy={isFetching} onClick={() => void refetch()}>
          {t('utils.refresh')}
        </button>
      </header>
      <p>{t('utils.statements.text')}</p>
      <h3 className="maintain-heading">{t('utils.statements.running')}</h3>
      {data.running.length === 0 ? (
        <p>{t('utils.statements.none')}</p>
      ) : (
        <div className="maintain-scroll" tabIndex={0} role="group" aria-label={t('utils.statements.running')}>
          <table className="maintain-table">
            <thead>
              <tr>
                <th>{t('utils.statement.text')}</th>
                <th>{t('utils.statement.state')}</th>
                <th className="right">{t('utils.statement.age')}</th>
                <th>{t('utils.statement.by')}</th>
                <th>{t('utils.job.action')}</th>
              </tr>
            </thead>
            <tbody>
              {data.running.map((statement) => (
                <tr key={`${statement.pid} ${statement.begunAt}`}>
                  <Text text={statement.text} />
                  <td className="whole">
                    <StateTag look={statement.waitsForLock ? waits : looks[statement.state]} />
                  </td>
                  <td className="right">{seconds(statement.ms)}</td>
                  <td className="whole">
                    {statement.user} ·{' '}
                    {statement.application === '' ? statement.pid : `${statement.application} · ${statement.pid}`}
                  </td>
                  <td className="whole">
                    {statement.mayCancel ? (
                      <button
                        type="button"
                        className="kw-plain kw-link"
                        aria-label={t('utils.statement.cancelOf', { pid: statement.pid })}
                        onClick={() => void askAndCancel(statement)}
                      >
                        {t('utils.statement.cancel')}
                      </button>
                    ) : (
                      <None />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Slowest slowest={data.slowest} />
    </section>
  );
}

function Slowest({ slowest }: Pick<ReplyOf<typeof maintainUtilsRoutes.getStatements>, 'slowest'>) {
  const t = useT();
  return (
    <>
      <h3 className="maintain-heading">{t('utils.statements.slowest')}</h3>
      {slowest === null || slowest.length === 0 ? (
        <p>{t(slowest === null ? 'utils.statements.noExtension' : 'utils.statements.noneYet')}</p>
      ) : (
        <div className="maintain-scroll maintain-some" tabIndex={0} role="group" aria-label={t('utils.statements.slowest')}>
          <table className="maintain-table">
            <thead>
              <tr>
                <th>{t('utils.statement.text')}</th>
                <th className="right">{t('utils.statement.mean')}</th>
                <th className="right">{t('utils.statement.max')}</th>
                <th className="right">{t('utils.statement.calls')}</th>
                <th className="right">{t('utils.statement.total')}</th>
              </tr>
            </thead>
            <tbody>
              {slowest.map(({ text, meanMs, maxMs, calls, totalMs }, at) => (
                <tr key={at}>
                  <Text text={text} />
                  <td className="right">{seconds(meanMs)}</td>
                  <td className="right">{seconds(maxMs)}</td>
                  <td className="right">{grouped(String(calls))}</td>
                  <td className="right">{seconds(totalMs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const DIGITS = 3;
/** Without the unit, which the heading has. */
const seconds = (ms: number): string => grouped((ms / 1_000).toFixed(ms < 10_000 ? DIGITS : 1));

function Text({ text }: { text: string | null }) {
  const t = useT();
  return (
    <td className="maintain-statement">
      {text === null ? (
        <span className="maintain-hidden">{t('utils.statement.hidden')}</span>
      ) : (
        <span className="kw-code">{text}</span>
      )}
    </td>
  );
}
