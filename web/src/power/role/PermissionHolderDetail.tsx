// Explains why a user has a permission or lacks it: a sentence with links to its parts.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { roleRoutes, type PermissionExplanation } from '@kuwei/contract/auth/role';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { formatDenialReason } from './denial-reason.ts';
import { RightLinks } from './RightLinks.tsx';
import './role.css';

export function PermissionHolderDetail({ id, what }: { id: string; what: string }) {
  const t = useT();
  const mayCall = useMayCall();
  const { data, error, refetch, isFetching } = usePageQuery(roleRoutes.explainDeed, { params: { id }, query: { what } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const entry = what.startsWith('menu:') ? what.slice('menu:'.length) : null;
  return (
    <>
      <DetailHead
        title={data.person.name}
        marks={
          <>
            <StateTag
              look={
                data.can
                  ? { label: 'rights.role.doable.true', tone: 'success', shape: 'check' }
                  : { label: 'rights.role.doable.false', tone: 'quiet', shape: 'bar' }
              }
            />
            <span className="kw-code">{data.person.username}</span>
          </>
        }
      />
      <p className="role-sentence">{data.sentence}</p>
      <GrantingRoles of={data} />
      <p className="role-links">
        {mayCall(accountRoutes.getAccount) && (
          <>
            <PageLink to={`/mg/user/mg?show=${id}`}>{t('rights.role.explainAccount')}</PageLink>
            <PageLink to={`/mg/user/mg/edit?id=${id}`}>{t('rights.role.explainGive')}</PageLink>
          </>
        )}
        {entry !== null && mayCall(ruleRoutes.explainSight) && (
          <PageLink to={`/def/power/rule/MENU?view=explain&userId=${id}&subjectId=${encodeURIComponent(entry)}`}>
            {t('rights.role.explainRule')}
          </PageLink>
        )}
      </p>
    </>
  );
}

/** The roles and powers mentioned, with links. */
function GrantingRoles({ of: { via, why } }: { of: PermissionExplanation }) {
  const t = useT();
  return (
    <ul className="role-means">
      {via.map(({ powers, untilDay, ...role }) => {
        const means = t(powers.length > 0 ? 'rights.role.means.power' : 'rights.role.means', {
          name: role.name,
          powers: powers.map(({ name }) => name),
        });
        return (
          <li key={role.code}>
            <span>{untilDay === null ? means : t('rights.role.means.until', { means, day: untilDay })}</span>
            <RightLinks of={[role, ...powers]} />
          </li>
        );
      })}
      {why.map((each) => (
        <li key={`${each.reason} ${each.roles.map(({ code }) => code).join(' ')}`}>
          <span>{formatDenialReason(each, t)}</span>
          <RightLinks of={each.roles} />
        </li>
      ))}
    </ul>
  );
}
