import { useEffect } from 'react';
import { ApiError } from '../api/error.ts';
import { saveOrg } from '../api/org.ts';
import { fullPath, history } from '../browser/history.ts';
import { SWITCH_ORG } from '../navigation/addresses.ts';
import { withReturnUrl } from '../navigation/return-url.ts';
import { useT } from '../phrase/phrases.ts';
import { PageLink } from './PageLink.tsx';
import { useCloseDetail } from './close-detail.ts';
import './load-failed.css';

interface LoadFailedProps {
  error: Error;
  onRetry: () => void;
  busy?: boolean;
}

/** A failed load: the reason and a retry button. Data loaded before stays visible. */
export function LoadFailed({ error, onRetry, busy = false }: LoadFailedProps) {
  const t = useT();
  const requestId = error instanceof ApiError ? error.requestId : null;
  // A retry would not help.
  const isGone = error instanceof ApiError && error.kind === 'notFound';
  const isOrgNeeded = error instanceof ApiError && error.code === 'ORG_NEEDED';
  // The user has lost the organisation that this browser works for.
  useEffect(() => {
    if (isOrgNeeded) saveOrg(null);
  }, [isOrgNeeded]);
  const back = useCloseDetail();
  return (
    <div className="load-failed" role="alert">
      <div>
        <p className="load-failed-title">{isGone || isOrgNeeded ? error.message : t('common.loadFailed')}</p>
        {!isOrgNeeded && <p>{isGone ? t('common.goneText') : error.message}</p>}
        {requestId !== null && !isOrgNeeded && <p className="kw-code">{t('error.page.requestId', { id: requestId })}</p>}
      </div>
      {isOrgNeeded ? (
        <PageLink className="kw-button" to={withReturnUrl(SWITCH_ORG, fullPath(history.place))}>
          {t('switchorg.title')}
        </PageLink>
      ) : (
        <div className="load-failed-ways">
          {isGone && back && (
            <button type="button" className="kw-button primary" onClick={back}>
              {t('common.toList')}
            </button>
          )}
          <button type="button" className="kw-button" disabled={busy} onClick={onRetry}>
            {t('app.retry')}
          </button>
        </div>
      )}
    </div>
  );
}
