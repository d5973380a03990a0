import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined';
import { PAGE_ROLES } from '@kuwei/contract/access';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import { usePageRole } from '../api/page-role.ts';
import { fullPath } from '../browser/history.ts';
import { SWITCH_ORG } from '../navigation/addresses.ts';
import { withReturnUrl } from '../navigation/return-url.ts';
import { useNav } from '../page/nav.ts';
import { say, useT } from '../phrase/phrases.ts';
import { useRoleOrg } from '../session/role-org.ts';
import { useUser } from '../session/user.ts';
import { PageLink } from '../ui/PageLink.tsx';

/** The organisation of the page in front, with a switch to another. Users with several page roles see the role too. */
export function GroupSwitch() {
  const t = useT();
  const active = usePageRole((state) => state.pageRole);
  const roles = useUser((state) => state.roles);
  const shown = useNav((state) => state.shown);
  const choosing = shown.kind === 'page' && shown.match.screen === 'wms/user/switchorg';
  const role = shown.kind === 'page' && !choosing ? shown.pageRole : active;
  const { org, choice } = useRoleOrg(role);
  const several = roles.filter(({ code }) => PAGE_ROLES.some((own) => own === code)).length > 1;
  if (role === null || (!choice && !several && org === null)) return null;
  const wanted = shown.kind === 'page' && !choosing ? fullPath(shown.place) : '/';
  const name = org?.name ?? (choice ? t('header.noGroup') : '');
  const type = ORG_TYPE_OF[role];
  return (
    <div className={choice || several ? 'group-switch' : 'group-switch only'}>
      <span className="group-switch-name" title={name && t('header.groupNamed', { name })}>
        {[several && say(`role.${role}`), name].filter(Boolean).join(' · ')}
      </span>
      {!choosing && choice && (
        <PageLink
          to={withReturnUrl(`${SWITCH_ORG}?type=${type}`, wanted)}
          className="group-switch-link"
          aria-label={`${t('header.switchGroup')} ${t('header.group')}`}
        >
          <SwapOutlined aria-hidden="true" />
          <span>{t('header.switchGroup')}</span>
        </PageLink>
      )}
    </div>
  );
}
