import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import type { ReplyOf } from '@kuwei/contract/route';
import { useT } from '../../../phrase/phrases.ts';
import { startCommand } from './start-command.ts';

type Upgrade = ReplyOf<(typeof maintainRoutes)['getUpgrade']>;

/** Instructions for upgrading: the program is files, which the system administrator replaces. */
export function HowTo({ upgrade: { service, folder, settings } }: { upgrade: Upgrade }) {
  const t = useT();
  const beside = `${folder}-next`;
  const start = service === 'systemd' ? 'sudo systemctl start kuwei' : startCommand(beside, settings.shown);
  return (
    <section className="maintain-box">
      <header>
        <h2>{t('upgrade.how')}</h2>
      </header>
      <p>{t('upgrade.how.text')}</p>
      <ol className="maintain-steps">
        <li>{t('upgrade.how.1')}</li>
        <li>
          {t('upgrade.how.2')}
          <pre>{`cd ${beside}\nnpm ci --ignore-scripts`}</pre>
        </li>
        {service === 'systemd' ? (
          <li>
            {t('upgrade.how.3')}
            <pre>sudo systemctl stop kuwei</pre>
          </li>
        ) : (
          <li>{t('upgrade.how.3.plain')}</li>
        )}
        <li>
          {t('upgrade.how.4')}
          <pre>{service === 'systemd' ? `sudo systemctl edit --full kuwei   # WorkingDirectory=${beside}\n${start}` : start}</pre>
          {service === null && settings.secret.length > 0 && t('upgrade.how.secrets', { names: settings.secret.join(', ') })}
        </li>
        <li>{t('upgrade.how.5')}</li>
      </ol>
      <p>{t('upgrade.how.back')}</p>
    </section>
  );
}
