import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined';
import { SWITCH_ORG } from '../navigation/addresses.ts';
import { withReturnUrl } from '../navigation/return-url.ts';
import { fullPath } from '../navigation/history.ts';
import { useNav } from '../navigation/nav.ts';
import { useT } from '../phrase/phrases.ts';
import { useOrg } from '../session/org.ts';
import { usePageRole } from '../session/page-role.ts';
import { PageLink } from '../ui/PageLink.tsx';

/** The research group worked for, and the way to another. Who works for none is not asked for one. */
export function GroupSwitch() {
  const t = useT();
  const org = useOrg((state) => state.org);
  const teaching = usePageRole((state) => state.pageRole === 'ROLE_TEACHER');
  const shown = useNav((state) => state.shown);
  if (!org && !teaching) return null;
  const choosing = shown.kind === 'page' && shown.match.screen === 'wms/user/switchorg';
  const wanted = shown.kind === 'page' && !choosing ? fullPath(shown.place) : '/';
  const name = org?.name ?? t('header.noGroup');
  return (
    <div className="group-switch">
      <span className="group-switch-name" title={t('header.groupNamed', { name })}>
        {name}
      </span>
      {!choosing && (
        <PageLink
          to={withReturnUrl(SWITCH_ORG, wanted)}
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
