// Frame of all sign-in pages. Renders without waiting for anything else.
import type { ReactNode } from 'react';
import { langOf, otherLocale, useLocale, useT } from '../../phrase/phrases.ts';
import { chooseLocale } from '../../session/preference.ts';
import { useSiteTitle } from '../../session/version.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Shelves } from './Shelves.tsx';
import './login.css';

export function LoginFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const title = useSiteTitle();
  return (
    <div className="login">
      <aside className="login-side">
        <Shelves />
        <div className="login-brand">
          <Mark size={40} />
          <p>{t('login.about')}</p>
        </div>
      </aside>
      <main className="login-main">
        <LanguageSwitch />
        <div className="login-box">
          <div className="login-head">
            <Mark size={32} />
            <h1 lang={langOf(title)}>{title}</h1>
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}

function LanguageSwitch() {
  const t = useT();
  const other = otherLocale(useLocale());
  return (
    <button type="button" className="kw-plain login-language" lang={other} onClick={() => void chooseLocale(other)}>
      {t('app.switchLanguage')}
    </button>
  );
}
