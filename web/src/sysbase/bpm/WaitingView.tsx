// Reassigns the open tasks of a departed user.
import { overviewRoutes, type Waiting } from '@kuwei/contract/bpm/overview';
import { joinList } from '@kuwei/contract/phrase';
import { Alert, Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { ageText } from '../../base/bpm/age.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ask, noticeDone, noticeRefused } from '../../ui/feedback.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PersonChooser } from './Choosers.tsx';
import '../../ui/field.css';
import './design.css';

export function WaitingView({ views }: { views: ReactNode }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const id = query.get('person');
  const { data, error, refetch, isFetching } = usePageQuery(
    overviewRoutes.getWaiting,
    { params: { id: id ?? '' } },
    { staleTime: 0, enabled: id !== null },
  );
  const label = t('design.left.person');
  return (
    <>
      <PageHead title={t('design.overview')} actions={views} />
      <div className="flow-panel">
        <section>
          <p className="flow-hint">{t('design.left.text')}</p>
          <div className="flow-label flow-person">
            <span>{label}</span>
            <PersonChooser
              by="id"
              gone
              label={label}
              value={id}
              called={data?.person.name}
              onChange={(person) => setQuery({ person })}
            />
          </div>
        </section>
        {error && !data && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {id !== null && !data && !error && <Skeleton active />}
        {data?.person.id === id && (
          <>
            <PersonDependents waiting={data} />
            <Move key={id} waiting={data} />
          </>
        )}
      </div>
    </>
  );
}

/** Other dependents of the user, with links to change them. */
function PersonDependents({ waiting: { person, roles, definitions, delegations } }: { waiting: Waiting }) {
  const t = useT();
  const locale = useLocale();
  return (
    <section>
      <h2>{person.name}</h2>
      <ul className="flow-about">
        <li>{person.active ? t('design.left.active') : t('design.left.inactive')}</li>
        {roles.length > 0 && (
          <li className="flow-odd">
            {t('design.left.roles', {
              names: joinList(
                locale,
                roles.map(({ name }) => name),
              ),
            })}
          </li>
        )}
        {definitions.map(({ id, name, version }) => (
          <li key={id} className="flow-odd">
            {t('design.left.definition')}{' '}
            <PageLink className="kw-link" to={`/def/sysbase/bpm/edit?id=${id}`}>
              {version === null ? t('design.draftTitle', { name }) : t('design.versionTitle', { name, version })}
            </PageLink>
          </li>
        ))}
        {delegations > 0 && <li>{t('design.left.delegations', { count: delegations })}</li>}
      </ul>
    </section>
  );
}

function Move({ waiting: { person, tasks, total } }: { waiting: Waiting }) {
  const t = useT();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [toId, setToId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const taskIds = tasks.map(({ id }) => id).filter((id) => !left.has(id));
  const { data: looked } = usePageQuery(
    overviewRoutes.lookAtMove,
    { body: { fromId: person.id, toId: toId ?? person.id, taskIds } },
    { enabled: toId !== null && taskIds.length > 0, staleTime: 0, keepPrevious: true },
  );
  const move = usePageWrite(overviewRoutes.moveWaiting, { changes: ['/sys/bpm'] });
  const whyNot = (id: string): string | null =>
    toId === null ? null : (looked?.find((each) => each.id === id)?.message ?? null);
  const ready = taskIds.filter((id) => whyNot(id) === null);
  const run = async (): Promise<void> => {
    if (toId === null) return;
    const question = {
      title: t('design.left.ask', { count: ready.length }),
      text: t('design.left.askText'),
      yes: t('design.left.move'),
      no: t('common.cancel'),
    };
    if (!(await ask(question))) return;
    const { done, refused } = await move.mutateAsync({ body: { fromId: person.id, toId, taskIds: ready, note: note.trim() } });
    if (done > 0) noticeDone(t('design.left.done', { count: done }));
    if (refused.length > 0) noticeRefused(t('design.left.refused', { count: refused.length, message: refused[0]!.message }));
    setLeft(new Set());
  };
  return (
    <section aria-label={t('design.left.tasks')}>
      <h2>
        {t('design.left.tasks')} <small className="flow-hint">{total}</small>
      </h2>
      {tasks.length === 0 && <p className="flow-hint">{t('design.left.none')}</p>}
      {total > tasks.length && <Alert type="info" showIcon title={t('design.left.more', { shown: tasks.length, total })} />}
      {tasks.length > 0 && (
        <>
          <div className="trial-scroll">
            <table className="flow-table">
              <thead>
                <tr>
                  <th />
                  <th>{t('bpm.no')}</th>
                  <th>{t('bpm.kind')}</th>
                  <th>{t('bpm.step')}</th>
                  <th>{t('bpm.waiting')}</th>
                  <th>{t('design.left.result')}</th>
                </tr>
              </thead>
              <tbody>
                {tasks.map(({ id, no, workflow, step, since, shared }) => (
                  <tr key={id}>
                    <td>
                      <input
                        type="checkbox"
                        className="kw-check"
                        aria-label={no}
                        checked={!left.has(id)}
                        onChange={({ target }) => {
                          const next = new Set(left);
                          if (target.checked) next.delete(id);
                          else next.add(id);
                          setLeft(next);
                        }}
                      />
                    </td>
                    <td className="kw-code">{no}</td>
                    <td>{workflow}</td>
                    <td>{step}</td>
                    <td>{ageText(since)}</td>
                    <td className={whyNot(id) === null ? undefined : 'flow-odd'}>
                      {whyNot(id) ?? (toId === null ? '' : shared ? t('design.left.shared') : t('design.left.can'))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="flow-label flow-person">
            <span>{t('design.left.to')}</span>
            <PersonChooser by="id" label={t('design.left.to')} value={toId} onChange={setToId} />
          </div>
          <label className="flow-label flow-person">
            <span>{t('design.left.note')}</span>
            <Input value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
          </label>
          <div className="flow-tools">
            <BusyButton
              type="primary"
              busy={move.isPending}
              disabled={toId === null || note.trim() === '' || ready.length === 0}
              onClick={() => void run()}
            >
              {t('design.left.moveCount', { count: ready.length })}
            </BusyButton>
          </div>
        </>
      )}
    </section>
  );
}
