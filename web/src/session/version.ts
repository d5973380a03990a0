// Public data of the server: menu, configuration, dictionaries.
import { APP_ID, type Locale } from '@kuwei/contract/constants';
import { menuTree, type MenuNode } from '@kuwei/contract/menu';
import type { PublicSettingCode } from '@kuwei/contract/setting';
import type { MenuItem } from '@kuwei/contract/menu-item';
import { versionRoutes, type Dic, type VersionInfo } from '@kuwei/contract/sys/version';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { locale, loadOverrides, getOverrides, t, useLocale } from '../phrase/phrases.ts';

interface VersionState {
  /** The whole menu, not yet filtered by rights. */
  menu: MenuNode[];
  configs: ReadonlyMap<string, string>;
  dics: ReadonlyMap<string, Dic>;
  /** Read-only mode. */
  mode: VersionInfo['mode'];
}
export const useVersion = create<VersionState>(() => ({ menu: [], configs: new Map(), dics: new Map(), mode: null }));

/** Sessions end with the restore, about when its read-only mode does. */
const RESTORE_RECENT_MS = 60_000;
let restoreSeenAt = -Infinity;

/** Whether a backup is being restored as far as this window knows, or was a moment ago. */
export const isRestoreRecent = (): boolean =>
  useVersion.getState().mode?.kind === 'RESTORE' || Date.now() - restoreSeenAt < RESTORE_RECENT_MS;

/** @throws ApiError if the server is unreachable: the console does not start without it */
export async function loadVersion(): Promise<void> {
  const info = await call(versionRoutes.getVersion, { params: { appId: APP_ID } }, { marginRequest: true });
  loadOverrides(info.words);
  if (useVersion.getState().mode?.kind === 'RESTORE') restoreSeenAt = Date.now();
  useVersion.setState({
    menu: menuTree(await menuItemsOf(info), reportMenuFault),
    configs: new Map(info.sysConfigs.filter((config) => config.valid).map(({ code, value }) => [code, value])),
    dics: new Map(info.dics.map((dic) => [dic.code, dic])),
    mode: info.mode,
  });
}

/** What an offline page needs of it: names of units and reasons, the title, the site's terms. */
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

/** @param kept result of `getStoredSite`, possibly of an earlier version */
export function restoreSite(kept: unknown): void {
  const { configs = [], dics = [], words } = (kept ?? {}) as Partial<StoredSite>;
  if (words) loadOverrides(words);
  useVersion.setState({ configs: new Map(configs), dics: new Map(dics) });
}

/** Reloads it; on failure the current data stays. */
export const reloadVersion = (): Promise<void> => loadVersion().catch(() => {});

/** The server's menu replaces the built-in one, which is imported only if the server sends none. */
async function menuItemsOf(info: VersionInfo): Promise<readonly MenuItem[]> {
  return info.menus.length > 0 ? info.menus : (await import('@kuwei/contract/menu-data')).builtInMenu;
}

const reportMenuFault = (item: MenuItem, field: string): void => {
  console.warn(`Menu item ${item.code}: ${field} is malformed and counts as empty.`);
};

/**
 * The value of a system setting.
 * @throws with a message for the user if it is missing
 */
export function config(code: PublicSettingCode): string {
  const value = useVersion.getState().configs.get(code);
  if (value === undefined) throw new Error(t('config.missing', { code }));
  return value;
}

/** Title of an installation without a valid one, in every language. */
const TITLE_FALLBACK = '管理系统';

/** Title of the installation: in English its English title, if it has one. */
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

/** The institution named on prints; empty if not configured. */
export const institution = (): string =>
  (locale() === 'en' && configOr('SYS_INSTITUTION_EN', '')) || configOr('SYS_INSTITUTION', '');

/** Origin of addresses on labels: the configured public address, else the current one. */
export function labelOrigin(): string {
  const known = configOr('SYS_PUBLIC_URL', '');
  return known === '' ? location.origin : new URL(known).origin;
}

/** The value of a setting, or a fallback. */
export const configOr = (code: PublicSettingCode, fallback: string): string =>
  useVersion.getState().configs.get(code) ?? fallback;

/** Maximum size of an uploaded file. */
export const uploadMaxBytes = (): number => Number(configOr('SYS_UPLOAD_MAX_MB', '20')) * 1_000_000;

export interface DicOption {
  value: string;
  label: string;
  props: Readonly<Record<string, string>>;
  /** False for a disabled entry: shown where it is already used, but not selectable. */
  valid: boolean;
}

/** All entries of a dictionary in the current language, including disabled ones. */
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
