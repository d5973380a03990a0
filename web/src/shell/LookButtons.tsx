import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined';
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined';
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined';
import { Dropdown } from 'antd';
import { SCHEMES, useScheme } from '../browser/scheme.ts';
import { otherLocale, useLocale, useT } from '../phrase/phrases.ts';
import { chooseLocale, chooseScheme } from '../session/preference.ts';

/** With two languages, one button switches to the other. */
export function LanguageButton() {
  const t = useT();
  const other = otherLocale(useLocale());
  return (
    <button type="button" className="kw-plain header-button text" lang={other} onClick={() => void chooseLocale(other)}>
      {t('app.switchLanguage')}
    </button>
  );
}

const schemeIcons = { system: DesktopOutlined, light: SunOutlined, dark: MoonOutlined };

/** Menu items for the colour scheme. */
export function useSchemeItems() {
  const t = useT();
  return SCHEMES.map((scheme) => {
    const Icon = schemeIcons[scheme];
    return { key: scheme, label: t(`theme.${scheme}`), icon: <Icon aria-hidden="true" />, onClick: () => chooseScheme(scheme) };
  });
}

export function SchemeButton() {
  const t = useT();
  const { chosen, dark } = useScheme();
  return (
    <Dropdown trigger={['click']} placement="bottomRight" autoFocus menu={{ items: useSchemeItems(), selectedKeys: [chosen] }}>
      <button type="button" className="kw-plain header-button" aria-label={t('header.theme')} title={t('header.theme')}>
        {dark ? <MoonOutlined aria-hidden="true" /> : <SunOutlined aria-hidden="true" />}
      </button>
    </Dropdown>
  );
}
