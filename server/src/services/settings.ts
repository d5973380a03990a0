// All settings in memory, read at startup and after every change by any process, so that readers never query the database.
import { EVENTS } from '@kuwei/contract/event';
import {
  isSecret,
  SETTING_CODES,
  SETTINGS,
  settingOf,
  type AnySettingValue,
  type SettingCode,
  type SettingValue,
} from '@kuwei/contract/setting';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { SETTINGS_WRITTEN, type Bus } from '../bus.ts';
import { seal, unseal } from '../seal.ts';
import type { DB } from '../db/types.ts';
import type { FixedSettings } from '../fixed-settings.ts';
import { refusalOf } from '../setting-value.ts';

export type SiteSettings = ReadonlyMap<SettingCode, AnySettingValue>;

export interface Settings {
  get: <C extends SettingCode>(code: C) => SettingValue<C>;
  /** Set by the environment: fixed while the program runs. */
  fixed: FixedSettings;
  /** Set by the site, as currently applied. */
  site: () => SiteSettings;
  /** Applies a committed value at once. @param value undefined: the default */
  apply: (code: SettingCode, value: AnySettingValue | undefined) => void;
  /** Notifies of every change after it is applied. */
  watch: (heard: (changed: ReadonlySet<SettingCode>) => void) => void;
}

interface Kept {
  db: Kysely<DB>;
  bus: Bus;
  log: Logger;
  secret: Buffer;
  fixed: FixedSettings;
}

export async function loadSettings({ db, bus, log, secret, fixed }: Kept): Promise<Settings> {
  const watchers: ((changed: ReadonlySet<SettingCode>) => void)[] = [];
  /** Counts reads; a stale result is dropped. */
  let readings = 0;
  let site: SiteSettings = new Map();
  const valueOf = (from: SiteSettings, code: SettingCode): AnySettingValue =>
    fixed.get(code) ?? from.get(code) ?? settingOf(code).value;

  const replace = (next: SiteSettings): void => {
    const before = site;
    site = next;
    const changed = new Set(SETTING_CODES.filter((code) => !isDeepStrictEqual(valueOf(before, code), valueOf(next, code))));
    if (changed.size === 0) return;
    for (const heard of watchers) heard(changed);
    bus.publishLocally({ to: 'all', ...EVENTS.setting, d: { public: [...changed].some(isPublic) } });
  };
  const read = async (): Promise<void> => {
    const reading = ++readings;
    const next = await readSite(db, secret, log);
    if (reading === readings) replace(next);
  };
  bus.subscribe(({ bc, fc, ec }) => {
    if (bc !== SETTINGS_WRITTEN.bc || fc !== SETTINGS_WRITTEN.fc || ec !== SETTINGS_WRITTEN.ec) return undefined;
    // When the database is back, the bus reconnects and reads again.
    return read().catch((error: unknown) => log.warn({ err: error }, 'settings not read'));
  });
  await read();
  return {
    fixed,
    site: () => site,
    get: <C extends SettingCode>(code: C) => valueOf(site, code) as SettingValue<C>,
    apply: (code, value) => {
      readings++;
      const next = new Map(site);
      if (value === undefined) next.delete(code);
      else next.set(code, value);
      replace(next);
    },
    watch: (heard) => void watchers.push(heard),
  };
}

const isPublic = (code: SettingCode): boolean => settingOf(code).public === true;
const isCode = (code: string): code is SettingCode => Object.hasOwn(SETTINGS, code);

/** Settings stored by the site; unknown or invalid ones are ignored. */
export async function readSite(db: Kysely<DB>, secret: Buffer, log: Logger): Promise<SiteSettings> {
  const rows = await db.selectFrom('sys_config').select(['code', 'value']).execute();
  const site = new Map<SettingCode, AnySettingValue>();
  for (const { code, value: stored } of rows) {
    if (!isCode(code)) continue;
    const value = isSecret(code) ? openedSecret(secret, code, stored) : stored;
    if (refusalOf(settingOf(code), value)) log.warn({ setting: code }, 'ignoring a setting with an invalid value');
    else site.set(code, value as AnySettingValue);
  }
  return site;
}

/** Secrets are stored sealed, so that reading the database does not reveal them. */
const PERMANENT_SECONDS = 100 * 366 * 86_400;
const purposeOf = (code: SettingCode): string => `setting ${code}`;
export const sealedSecret = (secret: Buffer, code: SettingCode, value: AnySettingValue): string =>
  seal(secret, purposeOf(code), value, PERMANENT_SECONDS);
const openedSecret = (secret: Buffer, code: SettingCode, stored: unknown): unknown =>
  typeof stored === 'string' ? unseal(secret, purposeOf(code), stored) : null;
