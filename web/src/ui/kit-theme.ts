// The palette as a theme of the UI kit.
import { theme, type ThemeConfig } from 'antd';
import { dark as darkPalette, light as lightPalette } from './palette.ts';

/** Class that defines the kit's CSS variables; on <body>, so that our style sheets can use them too. */
export const KIT_CLASS = 'kw-kit';

export function kitTheme(dark: boolean): ThemeConfig {
  const palette = dark ? darkPalette : lightPalette;
  return {
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: KIT_CLASS },
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: palette.primary,
      colorPrimaryHover: palette.primaryHover,
      colorInfo: palette.primary,
      // For the kit's focus ring: its own shade of the primary colour hardly contrasts with the background.
      colorPrimaryBorder: palette.accent,
      colorLink: palette.accent,
      colorLinkHover: palette.accent,
      colorError: dark ? '#d9433c' : palette.danger,
      colorErrorText: palette.danger,
      colorText: palette.text,
      colorTextSecondary: palette.textSecond,
      colorTextTertiary: palette.textThird,
      colorTextDescription: palette.textThird,
      colorTextPlaceholder: palette.textThird,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      controlItemBgHover: palette.hover,
      controlItemBgActive: palette.accentSoft,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      borderRadius: 4,
      borderRadiusLG: 6,
      fontSize: 14,
      fontFamily: 'var(--kw-font)',
      motionUnit: 0.05,
      // Off rather than very short: a dialog whose button moves between press and release loses the click.
      motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: {
      Table: { headerBg: dark ? '#1e242d' : '#f7f8fa', headerColor: palette.textSecond, rowHoverBg: palette.hover },
      Menu: { itemHeight: 32 },
      Modal: { titleFontSize: 16 },
    },
  };
}
