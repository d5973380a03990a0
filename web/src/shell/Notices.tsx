// Lasting notices that concern every page, between tabs and page.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOrg } from '../api/org.ts';
import { useServer } from '../browser/server-up.ts';
import { langOf, useT } from '../phrase/phrases.ts';
import { useVersion } from '../session/version.ts';
import { localMinute } from '../ui/format.ts';
import './notices.css';

export function Notices() {
  const t = useT();
  const mode = useMode();
  const { org, elsewhere } = useOrg();
  const online = useOnline();
  const away = useServer((state) => state.away);
  return (
    <div aria-live="polite">
      {(!online || away) && <p className="notice lost">{t(online ? 'notice.serverAway' : 'notice.offline')}</p>}
      {mode && (
        <p className="notice">
          {mode.until === null
            ? t(mode.kind === 'RESTORE' ? 'notice.restoring' : 'notice.readOnly')
            : t('notice.maintenance', { until: localMinute(mode.until) })}
          {mode.reason !== '' && <span lang={langOf(mode.reason)}>{mode.reason}</span>}
        </p>
      )}
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

/** Read-only mode, which may end by itself. */
function useMode() {
  const mode = useVersion((state) => state.mode);
  const [, look] = useState(0);
  const left = mode?.until == null ? null : Date.parse(mode.until) - Date.now();
  useEffect(() => {
    if (left === null || left <= 0) return undefined;
    const timer = setTimeout(() => look((n) => n + 1), Math.min(left + 100, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [left]);
  return left !== null && left <= 0 ? null : mode;
}
/** Maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

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
