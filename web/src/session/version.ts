// What the server publishes to every visitor: menu, configuration, dictionaries.
import { APP_ID, type Locale } from '@kuwei/contract/constants';
import { menuTree, type MenuNode } from '@kuwei/contract/menu';
import type { PublicSettingCode } from '@kuwei/contract/setting';
import { versionRoutes, type Dic, type MenuItem, type VersionInfo } from '@kuwei/contract/sys/version';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { locale, speakWords, t, useLocale } from '../phrase/phrases.ts';

interface VersionState {
  /** The whole menu, not yet filtered for anybody. */
  menu: MenuNode[];
  configs: ReadonlyMap<string, string>;
  dics: ReadonlyMap<string, Dic>;
}
export const useVersion = create<VersionState>(() => ({ menu: [], configs: new Map(), dics: new Map() }));

/** @throws ApiError when the server cannot be reached: the console does not start without it */
export async function loadVersion(): Promise<void> {
  const info = await call(versionRoutes.getVersion, { params: { appId: APP_ID } }, { marginRequest: true });
  speakWords(info.words);
  useVersion.setState({
    menu: menuTree(await menuItemsOf(info), reportMenuFault),
    configs: new Map(info.sysConfigs.filter((config) => config.valid).map(({ code, value }) => [code, value])),
    dics: new Map(info.dics.map((dic) => [dic.code, dic])),
  });
}

/** The same later on: what cannot be read now stays as it was. */
export const reloadVersion = (): Promise<void> => loadVersion().catch(() => {});

/** The delivered menu takes the place of the built-in one, which is fetched only when there is none. */
async function menuItemsOf(info: VersionInfo): Promise<readonly MenuItem[]> {
  return info.menus.length > 0 ? info.menus : (await import('@kuwei/contract/menu-data')).builtInMenu;
}

const reportMenuFault = (item: MenuItem, field: string): void => {
  console.warn(`Menu item ${item.code}: ${field} is malformed and counts as empty.`);
};

/**
 * The value of a system configuration entry.
 * @throws when there is none, with a message for the person who reads it
 */
export function config(code: PublicSettingCode): string {
  const value = useVersion.getState().configs.get(code);
  if (value === undefined) throw new Error(t('config.missing', { code }));
  return value;
}

/** What an installation without a valid title of its own is called, in every language. */
const TITLE_FALLBACK = '管理系统';

/** What the installation is called: in English by its English title, where it has one beside the other. */
export function siteTitle(configs = useVersion.getState().configs, language = locale()): string {
  const title = configs.get('SYS_ADMIN_TITLE');
  if (title === undefined) return TITLE_FALLBACK;
  return (language === 'en' && configs.get('SYS_ADMIN_TITLE_EN')) || title;
}
export const useSiteTitle = (): string =>
  siteTitle(
    useVersion((state) => state.configs),
    useLocale(),
  );

/** The value of an entry that may be missing. */
export const configOr = (code: PublicSettingCode, fallback: string): string =>
  useVersion.getState().configs.get(code) ?? fallback;

/** How large a file may be. */
export const uploadMaxBytes = (): number => Number(configOr('SYS_UPLOAD_MAX_MB', '20')) * 1_000_000;

export interface DicOption {
  value: string;
  label: string;
  props: Readonly<Record<string, string>>;
  /** False for one that is switched off: named where it was chosen, and not chosen again. */
  valid: boolean;
}

/** All entries of a dictionary, switched off or not, in the language on screen. */
export function useDic(code: string): DicOption[] {
  const dic = useVersion((state) => state.dics.get(code));
  return entriesOf(dic, useLocale());
}

export function entriesOf(dic: Dic | undefined, locale: Locale): DicOption[] {
  return (dic?.fields ?? []).map((field) => ({
    value: field.code,
    label: field.labels.find((each) => each.language === locale)?.label || field.label,
    props: Object.fromEntries(field.props.map((prop) => [prop.code, prop.value])),
    valid: field.valid,
  }));
}
