// Links to forms with unsaved changes when no tabs show them: on a phone, and when the tabs are collapsed.
import { useT } from '../phrase/phrases.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { useTabs } from './use-tabs.ts';
import './bar.css';

export function UnsavedBar() {
  const t = useT();
  const tabs = useTabs();
  const unsaved = tabs.filter((tab) => tab.unsaved);
  if (unsaved.length === 0 || unsaved.some((tab) => tab.active)) return null;
  return (
    <p className="shell-bar" role="status">
      <span>{t('tab.unsaved')}</span>
      {unsaved.map(({ routeName, fullPath, label }) => (
        <PageLink key={routeName} className="kw-link" to={fullPath} toNow={() => fullPath}>
          {label}
        </PageLink>
      ))}
    </p>
  );
}
