// What the process goes by: every setting in memory, read when it starts and after every change, by whichever process it was made.
// Nobody asks the database for one.
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
  /** Set by the environment: nobody changes them while the program runs. */
  fixed: FixedSettings;
  /** Set by the site, as this process goes by it now. */
  site: () => SiteSettings;
  /** Goes by what was committed at once. @param value undefined for what the product begins with */
  apply: (code: SettingCode, value: AnySettingValue | undefined) => void;
  /** Tells of every change, once the process goes by it. */
  watch: (heard: (changed: ReadonlySet<SettingCode>) => void) => void;
}

interface Kept {
  db: Kysely<DB>;
  bus: Bus;
  log: Logger;
  secret: Buffer;
  fixed: FixedSettings;
}

export async function keepSettings({ db, bus, log, secret, fixed }: Kept): Promise<Settings> {
  const watchers: ((changed: ReadonlySet<SettingCode>) => void)[] = [];
  /** Counts readings: an older one that comes later says nothing. */
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
    bus.tellHere({ to: 'all', ...EVENTS.setting, d: { public: [...changed].some(isPublic) } });
  };
  const read = async (): Promise<void> => {
    const reading = ++readings;
    const next = await readSite(db, secret, log);
    if (reading === readings) replace(next);
  };
  bus.subscribe(({ bc, fc, ec }) => {
    if (bc !== SETTINGS_WRITTEN.bc || fc !== SETTINGS_WRITTEN.fc || ec !== SETTINGS_WRITTEN.ec) return undefined;
    // A database that is away is heard of again, and everything with it.
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

/** What the site has set; what no setting is, or cannot be set so, counts as not set. */
export async function readSite(db: Kysely<DB>, secret: Buffer, log: Logger): Promise<SiteSettings> {
  const rows = await db.selectFrom('sys_config').select(['code', 'value']).execute();
  const site = new Map<SettingCode, AnySettingValue>();
  for (const { code, value: stored } of rows) {
    if (!isCode(code)) continue;
    const value = isSecret(code) ? openedSecret(secret, code, stored) : stored;
    if (refusalOf(settingOf(code), value))
      log.warn({ setting: code }, 'a setting has a value that it cannot have, and counts as not set');
    else site.set(code, value as AnySettingValue);
  }
  return site;
}

/** Secrets stand sealed in the database, so that nobody reads one in passing. */
const FOR_GOOD_SECONDS = 100 * 366 * 86_400;
const purposeOf = (code: SettingCode): string => `setting ${code}`;
export const sealedSecret = (secret: Buffer, code: SettingCode, value: AnySettingValue): string =>
  seal(secret, purposeOf(code), value, FOR_GOOD_SECONDS);
const openedSecret = (secret: Buffer, code: SettingCode, stored: unknown): unknown =>
  typeof stored === 'string' ? unseal(secret, purposeOf(code), stored) : null;
