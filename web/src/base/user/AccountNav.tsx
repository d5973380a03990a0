// From one part of the account's security to the others.
import { CHANGE_PASSWORD, SECOND_FACTOR, SESSIONS } from '../../navigation/addresses.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import './account.css';

const PARTS = [
  { to: CHANGE_PASSWORD, label: 'account.password' },
  { to: SESSIONS, label: 'account.sessions' },
  { to: SECOND_FACTOR, label: 'account.second' },
] as const;

export function AccountNav() {
  const t = useT();
  const { path } = usePage();
  return (
    <nav className="account-nav" aria-label={t('account.nav')}>
      {PARTS.map(({ to, label }) => (
        <PageLink key={to} to={to} aria-current={path === to ? 'page' : undefined}>
          {t(label)}
        </PageLink>
      ))}
    </nav>
  );
}
