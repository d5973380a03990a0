// Shared by the sections of the account: title and navigation.
import type { ReactNode } from 'react';
import { CHANGE_PASSWORD, PROFILE, SECOND_FACTOR, SESSIONS } from '../../navigation/addresses.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import './account.css';

const PARTS = [
  { to: PROFILE, label: 'account.profile' },
  { to: CHANGE_PASSWORD, label: 'account.password' },
  { to: SECOND_FACTOR, label: 'account.second' },
  { to: SESSIONS, label: 'account.sessions' },
] as const;

interface AccountHeadProps {
  actions?: ReactNode;
  /** Why this section must be completed first: the others are hidden until then. */
  due?: string | false;
}

export function AccountHead({ actions, due = false }: AccountHeadProps) {
  const t = useT();
  const { path } = usePage();
  return (
    <>
      <PageHead title={t('menu.account')} actions={actions} />
      {due !== false && <p className="account-due">{due}</p>}
      {due === false && (
        <nav className="account-nav" aria-label={t('menu.account')}>
          {PARTS.map(({ to, label }) => (
            <PageLink key={to} to={to} aria-current={path === to ? 'page' : undefined}>
              {t(label)}
            </PageLink>
          ))}
        </nav>
      )}
    </>
  );
}
