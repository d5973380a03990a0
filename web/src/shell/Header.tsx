import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined';
import { useT } from '../phrase/phrases.ts';
import { useUser } from '../session/user.ts';
import { useConfigOr } from '../session/version.ts';
import { Mark } from '../ui/Mark.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './bell/Bell.tsx';
import { setDrawer } from './collapse.ts';
import { FinderButton } from './FinderButton.tsx';
import { GroupSwitch } from './GroupSwitch.tsx';
import { LanguageButton, SchemeButton } from './LookButtons.tsx';
import { FoldedTabs } from './TabMenu.tsx';
import './header.css';

/** @param withSidebar the layout has a sidebar, and tabs */
export function Header({ withSidebar }: { withSidebar: boolean }) {
  const t = useT();
  const title = useConfigOr('SYS_ADMIN_TITLE', t('app.title'));
  const user = useUser((state) => state.user);
  const phone = useIsPhone();
  return (
    <header className="header">
      {withSidebar && phone && (
        <button type="button" className="kw-plain header-button" aria-label={t('header.sidebar')} onClick={() => setDrawer(true)}>
          <MenuOutlined aria-hidden="true" />
        </button>
      )}
      <PageLink to="/" className="header-title">
        <Mark size={24} />
        <span>{title}</span>
      </PageLink>
      {withSidebar && <FoldedTabs />}
      <div className="header-end">
        {user && <FinderButton />}
        {user && <GroupSwitch />}
        {user && <Bell />}
        {!phone && <LanguageButton />}
        {!phone && <SchemeButton />}
        {user && <AccountMenu user={user} />}
      </div>
    </header>
  );
}
