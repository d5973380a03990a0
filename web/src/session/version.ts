// What the server publishes to every visitor: menu, configuration, dictionaries.
import { APP_ID, type Locale } from '@kuwei/contract/constants';
import { menuTree, type MenuNode } from '@kuwei/contract/menu';
import type { PublicSettingCode } from '@kuwei/contract/setting';
import type { MenuItem } from '@kuwei/contract/menu-item';
import { versionRoutes, type Dic, type VersionInfo } from '@kuwei/contract/sys/version';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { locale, loadOverrides, getOverrides, t, useLocale } from '../phrase/phrases.ts';

interface VersionState {
  /** The whole menu, not yet filtered for anybody. */
  menu: MenuNode[];
  configs: ReadonlyMap<string, string>;
  dics: ReadonlyMap<string, Dic>;
  /** A time in which people look and change nothing. */
  mode: VersionInfo['mode'];
}
export const useVersion = create<VersionState>(() => ({ menu: [], configs: new Map(), dics: new Map(), mode: null }));

/** @throws ApiError when the server cannot be reached: the console does not start without it */
export async function loadVersion(): Promise<void> {
  const info = await call(versionRoutes.getVersion, { params: { appId: APP_ID } }, { marginRequest: true });
  loadOverrides(info.words);
  useVersion.setState({
    menu: menuTree(await menuItemsOf(info), reportMenuFault),
    configs: new Map(info.sysConfigs.filter((config) => config.valid).map(({ code, value }) => [code, value])),
    dics: new Map(info.dics.map((dic) => [dic.code, dic])),
    mode: info.mode,
  });
}

/** What a page without a connection needs of it: names of units and reasons, the title, words of the site. */
interface StoredSite {
  configs: [string, string][];
  dics: [string, Dic][];
  words: VersionInfo['words'];
}
const STORED_DICS = ['WMS_UNIT', 'WMS_COUNT_REASON'];
const STORED_CONFIGS = ['SYS_ADMIN_TITLE', 'SYS_ADMIN_TITLE_EN'];
export function getStoredSite(): StoredSite {
  const { configs, dics } = useVersion.getState();
  return {
    configs: [...configs].filter(([code]) => STORED_CONFIGS.includes(code)),
    dics: [...dics].filter(([code]) => STORED_DICS.includes(code)),
    words: getOverrides(),
  };
}

/** @param kept by `getStoredSite`, maybe of an earlier console */
export function restoreSite(kept: unknown): void {
  const { configs = [], dics = [], words } = (kept ?? {}) as Partial<StoredSite>;
  if (words) loadOverrides(words);
  useVersion.setState({ configs: new Map(configs), dics: new Map(dics) });
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

/** Who runs the site, as prints are headed; empty where nobody has said. */
export const institution = (): string =>
  (locale() === 'en' && configOr('SYS_INSTITUTION_EN', '')) || configOr('SYS_INSTITUTION', '');

/** Where labels lead: to the address that the site is known by, else to the one it is used at. */
export function labelOrigin(): string {
  const known = configOr('SYS_PUBLIC_URL', '');
  return known === '' ? location.origin : new URL(known).origin;
}

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
