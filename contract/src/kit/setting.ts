// All site settings: type, default and limits. The database stores deviations from the default. Their names are in
// phrases/{zh,en}/setting.ts, which only the server loads.

export const SETTING_GROUPS = [
  'SITE',
  'SIGN_IN',
  'PASSWORD',
  'MAIL',
  'WAREHOUSE',
  'FILES',
  'NIGHTLY',
  'BACKUP',
  'RETENTION',
  'RUNNING',
] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

interface Common {
  group: SettingGroup;
  /** Published to every visitor with the version, signed in or not. */
  public?: true;
  /** Environment variable that overrides it, if not named like the setting. */
  env?: string;
}

export const DURATION_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;

export type Setting = Common &
  (
    | { kind: 'string'; value: string; max: number; filled?: true }
    /** Multi-line. */
    | { kind: 'text'; value: string; max: number }
    /**
     * A path of this site or an http(s) address; may be empty. `asked`: error text to use instead of the general one where
     * gates.ts is stricter, so that one message states everything.
     */
    | { kind: 'address'; value: string; max: number; asked?: 'site' | 'nightlyAddress' }
    | { kind: 'number'; value: number; min: number; max: number; decimals?: number }
    /** An integer number of the unit. */
    | { kind: 'duration'; value: number; min: number; max: number; unit: (typeof DURATION_UNITS)[number] }
    | { kind: 'bool'; value: boolean }
    | { kind: 'enum'; value: string; options: readonly string[] }
    /** Role codes. */
    | { kind: 'roles'; value: readonly string[] }
    /** Write-only; null if not set. */
    | { kind: 'secret'; value: null; min: number; max: number }
  );

export const SETTINGS = {
  SYS_ADMIN_TITLE: { group: 'SITE', kind: 'string', value: '管理系统', max: 40, filled: true, public: true },
  SYS_ADMIN_TITLE_EN: { group: 'SITE', kind: 'string', value: '', max: 60, public: true },
  YCT_SYSTEM_LOGIN_URL: { group: 'SITE', kind: 'address', value: '', max: 500, public: true },
  SYS_INSTITUTION: { group: 'SITE', kind: 'string', value: '', max: 60, public: true },
  SYS_INSTITUTION_EN: { group: 'SITE', kind: 'string', value: '', max: 100, public: true },
  SYS_PUBLIC_URL: { group: 'SITE', kind: 'address', value: '', max: 500, asked: 'site', env: 'PUBLIC_URL', public: true },
  SYS_SSO_NAME: { group: 'SITE', kind: 'string', value: '统一身份认证', max: 40, filled: true, env: 'SSO_NAME' },
  SYS_SSO_RULES: { group: 'SIGN_IN', kind: 'text', value: '', max: 4_000 },
  SYS_SECOND_FACTOR_ROLES: { group: 'SIGN_IN', kind: 'roles', value: [] },
  SYS_SESSION_DAYS: { group: 'SIGN_IN', kind: 'duration', value: 30, min: 1, max: 365, unit: 'days' },
  SYS_SESSION_IDLE_HOURS: { group: 'SIGN_IN', kind: 'duration', value: 168, min: 1, max: 8_760, unit: 'hours' },
  SYS_TOKEN_MINUTES: { group: 'SIGN_IN', kind: 'duration', value: 30, min: 5, max: 120, unit: 'minutes' },
  SYS_ACTING_MINUTES: { group: 'SIGN_IN', kind: 'duration', value: 60, min: 5, max: 480, unit: 'minutes', public: true },
  SYS_KNOWN_BROWSER_DAYS: { group: 'SIGN_IN', kind: 'duration', value: 180, min: 1, max: 400, unit: 'days' },
  SYS_SIGN_IN_FREE_FAILURES: { group: 'SIGN_IN', kind: 'number', value: 5, min: 3, max: 50 },
  SYS_SIGN_IN_FIRST_DELAY: { group: 'SIGN_IN', kind: 'duration', value: 30, min: 5, max: 3_600, unit: 'seconds' },
  SYS_SIGN_IN_LONGEST_DELAY: { group: 'SIGN_IN', kind: 'duration', value: 900, min: 30, max: 3_600, unit: 'seconds' },
  SYS_PASSWORD_MIN_LENGTH: { group: 'PASSWORD', kind: 'number', value: 8, min: 8, max: 32, public: true },
  SYS_PASSWORD_STRENGTH: { group: 'PASSWORD', kind: 'enum', value: 'FAIR', options: ['FAIR', 'GOOD', 'STRONG'] },
  SYS_SMTP_HOST: { group: 'MAIL', kind: 'string', value: '', max: 253 },
  SYS_SMTP_PORT: { group: 'MAIL', kind: 'number', value: 587, min: 1, max: 65_535 },
  SYS_SMTP_TLS: { group: 'MAIL', kind: 'enum', value: 'STARTTLS', options: ['STARTTLS', 'TLS', 'NONE'] },
  SYS_SMTP_USER: { group: 'MAIL', kind: 'string', value: '', max: 200 },
  SYS_SMTP_PASSWORD: { group: 'MAIL', kind: 'secret', value: null, min: 1, max: 500 },
  SYS_SMTP_FROM: { group: 'MAIL', kind: 'string', value: '', max: 254 },
  SYS_SMTP_PER_MINUTE: { group: 'MAIL', kind: 'number', value: 120, min: 1, max: 6_000 },
  WMS_OUTBOUND_QTY_LIMIT: { group: 'WAREHOUSE', kind: 'number', value: 1000, min: 0, max: 1e12, decimals: 6 },
  WMS_OUTBOUND_VALUE_LIMIT: { group: 'WAREHOUSE', kind: 'number', value: 50_000, min: 0, max: 1e12, decimals: 2 },
  WMS_AFS_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 90, min: 1, max: 3_650, unit: 'days' },
  WMS_AFS_DECIDE_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 5, min: 1, max: 90, unit: 'days' },
  WMS_COUNT_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 7, min: 1, max: 90, unit: 'days', public: true },
  WMS_COUNT_VALUE_LIMIT: { group: 'WAREHOUSE', kind: 'number', value: 10_000, min: 0, max: 1e12, decimals: 2 },
  WMS_EXPIRY_WARNING_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 30, min: 1, max: 365, unit: 'days', public: true },
  WMS_PICKUP_TRIES: { group: 'WAREHOUSE', kind: 'number', value: 5, min: 3, max: 10 },
  WMS_PICKUP_LOCK_MINUTES: { group: 'WAREHOUSE', kind: 'duration', value: 15, min: 5, max: 1_440, unit: 'minutes' },
  WMS_LABEL_SHEETS: { group: 'WAREHOUSE', kind: 'text', value: '', max: 2_000, public: true },
  WMS_PRINT_COPIES: { group: 'WAREHOUSE', kind: 'number', value: 1, min: 1, max: 6, public: true },
  WMS_EWS_EXPIRY_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 90, min: 1, max: 365, unit: 'days' },
  WMS_EWS_IDLE_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 365, min: 30, max: 3_650, unit: 'days' },
  WMS_EWS_BOX_PERCENT: { group: 'WAREHOUSE', kind: 'number', value: 90, min: 10, max: 100 },
  WMS_EWS_PERMIT_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 30, min: 1, max: 365, unit: 'days' },
  WMS_EWS_PERMIT_PERCENT: { group: 'WAREHOUSE', kind: 'number', value: 80, min: 10, max: 100 },
  WMS_EWS_APPROVAL_HOURS: { group: 'WAREHOUSE', kind: 'duration', value: 72, min: 1, max: 720, unit: 'hours' },
  WMS_SDS_YEARS: { group: 'WAREHOUSE', kind: 'number', value: 5, min: 1, max: 50 },
  WMS_PERMIT_TOXIC: { group: 'WAREHOUSE', kind: 'bool', value: true, public: true },
  WMS_PERMIT_EXPLOSIVE: { group: 'WAREHOUSE', kind: 'bool', value: true, public: true },
  WMS_PERMIT_DRUG: { group: 'WAREHOUSE', kind: 'bool', value: true, public: true },
  WMS_FLOW_DAYS_TOXIC: { group: 'WAREHOUSE', kind: 'duration', value: 5, min: 0, max: 90, unit: 'days' },
  WMS_FLOW_DAYS_EXPLOSIVE: { group: 'WAREHOUSE', kind: 'duration', value: 5, min: 0, max: 90, unit: 'days' },
  WMS_FLOW_DAYS_DRUG: { group: 'WAREHOUSE', kind: 'duration', value: 5, min: 0, max: 90, unit: 'days' },
  WMS_FLOW_REPORT_FROM: { group: 'WAREHOUSE', kind: 'string', value: '', max: 10 },
  WMS_LEDGER_PROOF_DAYS: { group: 'WAREHOUSE', kind: 'duration', value: 7, min: 1, max: 365, unit: 'days' },
  BPM_REMIND_HOURS: { group: 'WAREHOUSE', kind: 'duration', value: 4, min: 1, max: 168, unit: 'hours' },
  SYS_UPLOAD_MAX_MB: { group: 'FILES', kind: 'number', value: 20, min: 1, max: 200, public: true },
  SYS_UNATTACHED_MAX_MB: { group: 'FILES', kind: 'number', value: 500, min: 1, max: 1_000_000, env: 'UNATTACHED_MAX_MB' },
  SYS_UNATTACHED_HOURS: { group: 'FILES', kind: 'duration', value: 24, min: 1, max: 720, unit: 'hours' },
  SYS_MIN_FREE_MB: { group: 'FILES', kind: 'number', value: 200, min: 0, max: 1_000_000_000, env: 'MIN_FREE_MB' },
  SYS_IMPORT_ROWS_MAX: { group: 'FILES', kind: 'number', value: 100_000, min: 100, max: 100_000, public: true },
  SYS_NIGHTLY_ON: { group: 'NIGHTLY', kind: 'bool', value: false },
  SYS_NIGHTLY_TIME: { group: 'NIGHTLY', kind: 'string', value: '03:00', max: 5, filled: true },
  SYS_NIGHTLY_PEOPLE_URL: { group: 'NIGHTLY', kind: 'address', value: '', max: 500, asked: 'nightlyAddress' },
  SYS_NIGHTLY_GROUPS_URL: { group: 'NIGHTLY', kind: 'address', value: '', max: 500, asked: 'nightlyAddress' },
  SYS_NIGHTLY_MEMBERS_URL: { group: 'NIGHTLY', kind: 'address', value: '', max: 500, asked: 'nightlyAddress' },
  SYS_NIGHTLY_TOKEN: { group: 'NIGHTLY', kind: 'secret', value: null, min: 1, max: 4_000 },
  SYS_NIGHTLY_QUERY: { group: 'NIGHTLY', kind: 'secret', value: null, min: 1, max: 2_000 },
  SYS_BACKUP_ON: { group: 'BACKUP', kind: 'bool', value: true },
  SYS_BACKUP_TIME: { group: 'BACKUP', kind: 'string', value: '02:30', max: 5, filled: true },
  SYS_BACKUP_KEEP: { group: 'BACKUP', kind: 'number', value: 7, min: 1, max: 1_000 },
  SYS_BACKUP_VERIFY: { group: 'BACKUP', kind: 'bool', value: true },
  SYS_BACKUP_UPLOAD_GB: { group: 'BACKUP', kind: 'number', value: 50, min: 1, max: 10_000 },
  SYS_LOG_SIGN_IN_DAYS: { group: 'RETENTION', kind: 'duration', value: 730, min: 180, max: 36_500, unit: 'days' },
  SYS_LOG_DATA_DAYS: { group: 'RETENTION', kind: 'duration', value: 3_650, min: 180, max: 36_500, unit: 'days' },
  SYS_LOG_ACTING_DAYS: { group: 'RETENTION', kind: 'duration', value: 3_650, min: 180, max: 36_500, unit: 'days' },
  SYS_LOG_JOB_DAYS: { group: 'RETENTION', kind: 'duration', value: 730, min: 180, max: 36_500, unit: 'days' },
  SYS_LOG_CALL_DAYS: { group: 'RETENTION', kind: 'duration', value: 730, min: 180, max: 36_500, unit: 'days' },
  SYS_LOG_API_DAYS: { group: 'RETENTION', kind: 'duration', value: 180, min: 180, max: 36_500, unit: 'days' },
  SYS_LOG_ERROR_DAYS: { group: 'RETENTION', kind: 'duration', value: 180, min: 180, max: 36_500, unit: 'days' },
  SYS_MESSAGE_ENDED_DAYS: { group: 'RETENTION', kind: 'duration', value: 90, min: 7, max: 3_650, unit: 'days' },
  SYS_SESSION_KEPT_DAYS: { group: 'RETENTION', kind: 'duration', value: 30, min: 7, max: 3_650, unit: 'days' },
  SYS_LOG_REQUESTS: { group: 'RUNNING', kind: 'bool', value: false, env: 'LOG_REQUESTS' },
  SYS_METRICS_TOKEN: { group: 'RUNNING', kind: 'secret', value: null, min: 16, max: 200, env: 'METRICS_TOKEN' },
} as const satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
export type SettingCode = keyof Settings;
export const SETTING_CODES = Object.keys(SETTINGS) as SettingCode[];
export const settingOf = (code: SettingCode): Setting => SETTINGS[code];
export const isSecret = (code: SettingCode): boolean => settingOf(code).kind === 'secret';
/** Settings that the console may read. */
export type PublicSettingCode = { [C in SettingCode]: Settings[C] extends { public: true } ? C : never }[SettingCode];

type ValueOf<S extends Setting> = S extends { kind: 'enum'; options: readonly (infer O)[] }
  ? O
  : S extends { kind: 'roles' }
    ? readonly string[]
    : S extends { kind: 'secret' }
      ? string | null
      : S extends { kind: 'number' | 'duration' }
        ? number
        : S extends { kind: 'bool' }
          ? boolean
          : string;
export type SettingValue<C extends SettingCode> = ValueOf<Settings[C]>;
/** Value of any setting. */
export type AnySettingValue = string | number | boolean | readonly string[] | null;
