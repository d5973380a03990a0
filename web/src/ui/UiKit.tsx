// The UI kit with our theme and the current language.
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import 'antd/dist/antd.css';
import './dialog.css';
import { useMemo, type ReactNode } from 'react';
import { useScheme } from '../browser/scheme.ts';
import { useLocale } from '../phrase/phrases.ts';
import { KIT_CLASS, kitTheme } from './kit-theme.ts';

const kitLocale = { zh: zhCN, en: enUS };
/** A constant: a new object would rerender every component of the kit. */
const BUTTON = { autoInsertSpace: false };

export function UiKit({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const dark = useScheme((state) => state.dark);
  const theme = useMemo(() => kitTheme(dark), [dark]);
  document.body.classList.add(KIT_CLASS);
  return (
    <ConfigProvider locale={kitLocale[locale]} theme={theme} button={BUTTON}>
      {children}
    </ConfigProvider>
  );
}
