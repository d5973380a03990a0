import { logRoutes, type LocalizedEntry, type LocalizedField } from '@kuwei/contract/sys/log';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { exactMoment } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { LogActor, FailedTag } from './log-list.tsx';
import './log.css';

type OmittedField = 'said' | 'id' | 'kind' | 'change' | 'userId' | 'proxyUserId' | 'proxyUserName' | 'apiToken' | 'pageRole';

/** Details of a log entry: who, from where, and values before and after. */
export function LogDetail({ id, row, path }: { id: string; row: LocalizedEntry | undefined; path: string }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(logRoutes.getLog, { params: { id } });
  const shown = data ?? row;
  if (!shown) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { entityId, requestId, userId } = shown;
  const only = (query: Record<string, string>): string => `${path}?${new URLSearchParams(query).toString()}`;
  return (
    <>
      <DetailHead
        title={shown.said.action}
        marks={
          <>
            {exactMoment(shown.at)} <FailedTag of={shown} />
          </>
        }
      />
      <Facts
        facts={factsOf<LocalizedEntry, OmittedField>({
          at: null,
          userName: [
            t('log.user'),
            <span key="by">
              <LogActor of={shown} />{' '}
              {userId !== null && (
                <PageLink className="kw-link" to={only({ userId })}>
                  {t('log.ofPerson')}
                </PageLink>
              )}
            </span>,
          ],
          pageRoleName: [t('log.pageRole'), shown.pageRoleName ?? shown.pageRole],
          orgName: [t('log.org'), shown.orgName],
          entity: [t('log.entity'), shown.said.about],
          recordName: [t('log.name'), shown.recordName],
          entityId: entityId !== null &&
            entityId !== '' && [
              t('log.record'),
              <span key="record">
                <span className="kw-code">{entityId}</span> <CopyButton text={entityId} />{' '}
                <PageLink className="kw-link" to={only({ q: entityId })}>
                  {t('log.ofRecord')}
                </PageLink>
              </span>,
            ],
          action: [
            t('log.call'),
            <span key="call" className="kw-code">
              {shown.action}
            </span>,
          ],
          status: shown.status !== null && [t('log.status'), shown.status],
          ms: shown.ms !== null && [t('log.ms'), shown.ms],
          ip: [t('log.ip'), shown.ip],
          requestId: requestId !== null &&
            requestId !== '' && [
              t('log.request'),
              <span key="request">
                <span className="kw-code">{requestId}</span> <CopyButton text={requestId} />{' '}
                <PageLink className="kw-link" to={only({ q: requestId })}>
                  {t('log.sameRequest')}
                </PageLink>
              </span>,
            ],
        })}
      />
      {data && <Changes of={data} />}
    </>
  );
}

/** Fields with old and new values; for a created record its initial values. */
function Changes({ of: { status, fields } }: { of: { status: number | null; fields: readonly LocalizedField[] } }) {
  const t = useT();
  if (fields.length === 0) return null;
  const anyBefore = fields.some(({ before }) => before !== undefined);
  return (
    <section className="log-changes">
      <h3>{t(status === null ? 'log.change' : 'log.answer')}</h3>
      <table>
        <thead>
          <tr>
            <th>{t('log.fieldHead')}</th>
            {anyBefore && <th>{t('log.before')}</th>}
            <th>{t(anyBefore ? 'log.after' : 'log.value')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, name, before, after }) => (
            <tr key={field}>
              <th scope="row" title={field}>
                {name}
              </th>
              {anyBefore && <td>{before ?? <None />}</td>}
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
