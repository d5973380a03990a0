import { logRoutes, type LogEntry } from '@kuwei/contract/sys/log';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { exactMoment } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { actionText, By, entityName, fieldText } from './log-list.tsx';
import './log.css';

type Told = 'id' | 'change' | 'userId' | 'proxyUserId' | 'proxyUserName';

/** A row of the log beside its list: who, from where, and what was there before and after. */
export function LogDetail({ id, row, path }: { id: string; row: LogEntry | undefined; path: string }) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(logRoutes.getLog, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { entity, entityId } = data;
  return (
    <>
      <DetailHead title={exactMoment(data.at)} marks={actionText(data.action)} />
      <Facts
        facts={factsOf<LogEntry, Told>({
          at: null,
          action: [
            t('log.call'),
            <span key="call" className="kw-code">
              {data.action}
            </span>,
          ],
          userName: [t('log.user'), <By key="by" of={data} />],
          pageRole: [t('log.pageRole'), data.pageRole],
          orgName: [t('log.org'), data.orgName],
          entity: entity !== null && [t('log.entity'), entityName(entity)],
          recordName: [t('log.name'), data.recordName],
          entityId: entityId !== null && [
            t('log.record'),
            <span key="record">
              <PageLink className="kw-link kw-code" to={`${path}?q=${encodeURIComponent(entityId)}`}>
                {entityId}
              </PageLink>{' '}
              <CopyButton text={entityId} />
            </span>,
          ],
          ip: [t('log.ip'), data.ip],
          requestId: data.requestId !== null && [
            t('log.request'),
            <span key="request" className="kw-code">
              {data.requestId}
            </span>,
          ],
        })}
      />
      <Changes change={data.change} />
    </>
  );
}

type Json = LogEntry['change'];

/** Fields with what was there before and what is; of what was made, what it was made as. */
function Changes({ change }: { change: Json }) {
  const t = useT();
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return null;
  const fields = Object.entries(change);
  if (fields.length === 0) return null;
  const isPair = (value: Json): value is [Json, Json] => Array.isArray(value) && value.length === 2;
  const anyBefore = fields.some(([, value]) => isPair(value));
  return (
    <section className="log-changes">
      <h3>{t('log.change')}</h3>
      <table>
        <thead>
          <tr>
            <th>{t('log.field')}</th>
            {anyBefore && <th>{t('log.before')}</th>}
            <th>{t('log.after')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([field, value]) => (
            <tr key={field}>
              <th scope="row">
                {fieldText(field)}
                {fieldText(field) !== field && <span className="kw-code log-field">{field}</span>}
              </th>
              {anyBefore && <td>{isPair(value) ? <Value of={value[0]} /> : <None />}</td>}
              <td>
                <Value of={isPair(value) ? value[1] : value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ of }: { of: Json }) {
  if (of === null || of === '') return <None />;
  if (typeof of === 'object') return <code>{JSON.stringify(of, null, 1)}</code>;
  if (typeof of === 'boolean') return say(of ? 'value.yes' : 'value.no');
  return String(of);
}
