// Whether the password may be sent to the current mail server: no one can read it by setting a server of their own.
import type { SettingCode } from '@kuwei/contract/setting';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';

/** Settings that decide who receives the password. */
const ADDRESS: readonly SettingCode[] = ['SYS_SMTP_HOST', 'SYS_SMTP_PORT', 'SYS_SMTP_TLS', 'SYS_SMTP_USER'];
const PASSWORD: SettingCode = 'SYS_SMTP_PASSWORD';

/**
 * A password is sent only to the address that was set before it; one from the environment only to a host from the environment,
 * with the other settings unchanged.
 */
export async function isSmtpPasswordKeepable({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<boolean> {
  if (settings.get('SYS_SMTP_USER') === '' || settings.get('SYS_SMTP_PASSWORD') === null) return true;
  const free = ADDRESS.filter((code) => !settings.fixed.has(code));
  if (settings.fixed.has(PASSWORD)) return !free.includes('SYS_SMTP_HOST') && !free.some((code) => settings.site().has(code));
  // From the history, which also records resets to the default.
  const { rows } = await sql`
    select from sys_config_history a where a.code = any(${free}::text[])
       and a.changed_at > coalesce((select max(p.changed_at) from sys_config_history p where p.code = ${PASSWORD}), '-infinity')
     limit 1`.execute(db);
  return rows.length === 0;
}
