// Start page of a user without menu items.
import { PAGE_ROLES } from '@kuwei/contract/access';
import { useId } from 'react';
import { switchPageRole, usePageRole } from '../api/page-role.ts';
import { followAddress } from '../page/nav.ts';
import { useT } from '../phrase/phrases.ts';
import { displayName, useUser } from '../session/user.ts';
import { confirmSignOut } from './sign-out.ts';
import './nothing-here.css';

export default function NothingHere() {
  const t = useT();
  const { user, roles } = useUser();
  const active = usePageRole((state) => state.pageRole);
  const rolesId = useId();
  const others = PAGE_ROLES.filter((role) => role !== active && roles.some((held) => held.code === role));
  const choose = (role: string): void => {
    switchPageRole(role, roles);
    void followAddress();
  };
  return (
    <div className="nothing-here">
      <h1>{t('home.nothing', { name: user ? displayName(user) : '' })}</h1>
      <p>{t('home.nothingText')}</p>
      {others.length > 0 && (
        <div className="nothing-here-roles" role="group" aria-labelledby={rolesId}>
          <span id={rolesId}>{t('home.chooseRole')}</span>
          {others.map((role) => (
            <button key={role} type="button" className="kw-button" onClick={() => choose(role)}>
              {t(`role.${role}`)}
            </button>
          ))}
        </div>
      )}
      <button type="button" className="kw-button" onClick={() => void confirmSignOut()}>
        {t('header.logout')}
      </button>
    </div>
  );
}
