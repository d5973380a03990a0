// What a site may set in the database (`sys_config`). The console and the server name settings by these codes alone.

interface Setting {
  /** How its value is read; it is kept as text. */
  kind: 'text' | 'number' | 'address' | 'codes';
  /** What a new installation begins with. */
  value: string;
  /** Published to every visitor with the version, also to who has not signed in. */
  public: boolean;
  /** For those who look into the table. */
  description: string;
}

export const SETTINGS = {
  SYS_ADMIN_TITLE: { kind: 'text', value: '管理系统', public: true, description: '控制台标题' },
  SYS_ADMIN_TITLE_EN: { kind: 'text', value: '', public: true, description: '英文界面的控制台标题；空为与中文相同' },
  SYS_SECOND_FACTOR_ROLES: {
    kind: 'codes',
    value: '',
    public: false,
    description: '必须设置两步验证的角色编码，逗号分隔；空为不强制',
  },
  WMS_LEDGER_PROOF_DAYS: {
    kind: 'number',
    value: '7',
    public: false,
    description: '每隔多少天在夜间全部核对一次台账；其间每小时核对新增部分',
  },
  WMS_OUTBOUND_QTY_LIMIT: {
    kind: 'number',
    value: '1000',
    public: false,
    description: '单行领取数量（基本单位）超过此值需要二级审核',
  },
  WMS_OUTBOUND_VALUE_LIMIT: {
    kind: 'number',
    value: '50000',
    public: false,
    description: '领取总金额（元）超过此值需要二级审核',
  },
  YCT_SYSTEM_LOGIN_URL: {
    kind: 'address',
    value: '',
    public: true,
    description: '未登录者前往的登录地址：本站路径或 http(s) 地址；空为本站登录页',
  },
} as const satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
export type SettingCode = keyof Settings;
/** Those that the console may read. */
export type PublicSettingCode = { [C in SettingCode]: Settings[C]['public'] extends true ? C : never }[SettingCode];
export type NumberSettingCode = { [C in SettingCode]: Settings[C]['kind'] extends 'number' ? C : never }[SettingCode];
