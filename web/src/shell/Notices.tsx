// What stays true for a while and concerns every page stands between tabs and page.
import { useSyncExternalStore } from 'react';
import { useOrg } from '../api/org.ts';
import { useServer } from '../browser/server-up.ts';
import { useT } from '../phrase/phrases.ts';
import './notices.css';

export function Notices() {
  const t = useT();
  const { org, elsewhere } = useOrg();
  const online = useOnline();
  const away = useServer((state) => state.away);
  return (
    <div aria-live="polite">
      {(!online || away) && <p className="notice lost">{t(online ? 'notice.serverAway' : 'notice.offline')}</p>}
      {org && elsewhere && (
        <p className="notice">
          {t('header.orgElsewhere', { name: elsewhere.name, own: org.name })}
          <button type="button" className="kw-plain kw-link" onClick={() => location.reload()}>
            {t('header.reload')}
          </button>
        </p>
      )}
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}
