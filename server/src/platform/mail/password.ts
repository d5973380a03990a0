// Whether the password may go to the mail server there is: nobody reads it by naming a server of their own.
import type { SettingCode } from '@kuwei/contract/setting';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';

/** Where mails are given up, and as whom: who listens there may read the password. */
const ADDRESS: readonly SettingCode[] = ['SYS_SMTP_HOST', 'SYS_SMTP_PORT', 'SYS_SMTP_TLS', 'SYS_SMTP_USER'];
const PASSWORD: SettingCode = 'SYS_SMTP_PASSWORD';

/**
 * It goes to the address that stood when it was set; one of the environment to a host of the environment, where nobody has changed
 * the rest.
 */
export async function passwordMayGo({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<boolean> {
  if (settings.get('SYS_SMTP_USER') === '' || settings.get('SYS_SMTP_PASSWORD') === null) return true;
  const free = ADDRESS.filter((code) => !settings.fixed.has(code));
  if (settings.fixed.has(PASSWORD)) return !free.includes('SYS_SMTP_HOST') && !free.some((code) => settings.site().has(code));
  // By the history: it knows of what was put back to what the program begins with, too.
  const { rows } = await sql`
    select from sys_config_history a where a.code = any(${free}::text[])
       and a.changed_at > coalesce((select max(p.changed_at) from sys_config_history p where p.code = ${PASSWORD}), '-infinity')
     limit 1`.execute(db);
  return rows.length === 0;
}
