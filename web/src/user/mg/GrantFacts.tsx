// Roles and organisations of a user, one per line, with their periods.
import type { Account } from '@kuwei/contract/auth/account';
import { useT } from '../../phrase/phrases.ts';
import { Facts } from '../../ui/Facts.tsx';
import { GrantInfo } from '../../ui/GrantInfo.tsx';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';
import { Grants } from './Grants.tsx';

const WHEN: StateLooks<'LATER' | 'OVER'> = {
  LATER: { label: 'org.people.later', tone: 'info', shape: 'ring' },
  OVER: { label: 'form.ended', tone: 'warning', shape: 'bar' },
};

type Granted = Pick<Account, 'roles' | 'orgs' | 'roleNames' | 'orgNames'>;

export function GrantFacts({ account: { roles, orgs, roleNames, orgNames } }: { account: Granted }) {
  const t = useT();
  const days = (span: { fromDay: string | null; untilDay: string | null } | undefined): string => {
    if (!span || (span.fromDay === null && span.untilDay === null)) return t('user.account.always');
    return t('user.account.days', { from: span.fromDay ?? '…', until: span.untilDay ?? '…' });
  };
  return (
    <>
      <Facts
        title={t('user.account.roles')}
        facts={roleNames.map((role) => [
          role.name,
          <span key={role.code}>
            {days(roles.find(({ code }) => code === role.code))}
            <WhenTag when={role.when} /> <GrantInfo {...role} />
          </span>,
        ])}
      />
      <Facts
        title={t('user.account.orgs')}
        facts={orgNames.map((org) => [
          org.name,
          <span key={org.id}>
            {t(`org.relation.${org.relation}`)} · {days(orgs.find(({ orgId }) => orgId === org.id))}
            <WhenTag when={org.when} /> <GrantInfo {...org} />
            {!org.valid && <Grants of={[org]} />}
          </span>,
        ])}
      />
    </>
  );
}

/** No tag for a grant in force. */
function WhenTag({ when }: { when: Account['roleNames'][number]['when'] }) {
  return when === 'NOW' ? null : (
    <>
      {' '}
      <StateTag look={WHEN[when]} />
    </>
  );
}
