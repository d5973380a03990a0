import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { SCAN } from '../navigation/addresses.ts';
import { langOf, useT } from '../phrase/phrases.ts';
import { useHasPendingStep, useUser } from '../session/user.ts';
import { useSiteTitle } from '../session/version.ts';
import { Mark } from '../ui/Mark.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Bell } from './bell/Bell.tsx';
import { setDrawer } from './collapse.ts';
import { FinderButton } from './FinderButton.tsx';
import { FoldedTabs } from './FoldedTabs.tsx';
import { GroupSwitch } from './GroupSwitch.tsx';
import { LanguageButton, SchemeButton } from './LookButtons.tsx';
import { useFolded } from './tab-actions.ts';
import './header.css';

/** @param withSidebar the layout has a sidebar and tabs */
export function Header({ withSidebar }: { withSidebar: boolean }) {
  const t = useT();
  const title = useSiteTitle();
  const user = useUser((state) => state.user);
  const phone = useIsPhone();
  const folded = useFolded((state) => state.folded);
  // Other pages open only after a pending password change or second-factor setup.
  const isDue = useHasPendingStep();
  const opens = user !== null && !isDue;
  return (
    <header className="header">
      {withSidebar && phone && (
        <button type="button" className="kw-plain header-button" aria-label={t('header.sidebar')} onClick={() => setDrawer(true)}>
          <MenuOutlined aria-hidden="true" />
        </button>
      )}
      <PageLink to="/" className="header-title">
        <Mark size={24} />
        <span lang={langOf(title)}>{title}</span>
      </PageLink>
      {withSidebar && (phone || folded) && <FoldedTabs />}
      <div className="header-end">
        {/* First: it arrives later, and would push the others aside. */}
        {opens && <GroupSwitch />}
        {opens && <FinderButton />}
        {opens && (
          <PageLink to={SCAN} className="header-button header-scan" aria-label={t('header.scan')} title={t('header.scan')}>
            <ScanOutlined aria-hidden="true" />
          </PageLink>
        )}
        {opens && <Bell />}
        {!phone && <LanguageButton />}
        {!phone && <SchemeButton />}
        {user && <AccountMenu user={user} />}
      </div>
    </header>
  );
}
