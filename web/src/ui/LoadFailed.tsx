import { ApiError } from '../api/error.ts';
import { fullPath, history } from '../browser/history.ts';
import { SWITCH_ORG } from '../navigation/addresses.ts';
import { withReturnUrl } from '../navigation/return-url.ts';
import { useT } from '../phrase/phrases.ts';
import { PageLink } from './PageLink.tsx';
import './load-failed.css';

interface LoadFailedProps {
  error: Error;
  onRetry: () => void;
  busy?: boolean;
}

/** Data did not come: what happened, and the offer to try again. What was there before stays beside it. */
export function LoadFailed({ error, onRetry, busy = false }: LoadFailedProps) {
  const t = useT();
  const requestId = error instanceof ApiError ? error.requestId : null;
  // Waiting does not bring it.
  const isGone = error instanceof ApiError && error.kind === 'notFound';
  return (
    <div className="load-failed" role="alert">
      <div>
        <p className="load-failed-title">{isGone ? error.message : t('common.loadFailed')}</p>
        <p>{isGone ? t('common.goneText') : error.message}</p>
        {requestId !== null && <p className="kw-code">{t('error.page.requestId', { id: requestId })}</p>}
      </div>
      {error instanceof ApiError && error.code === 'ORG_NEEDED' ? (
        <PageLink className="kw-button" to={withReturnUrl(SWITCH_ORG, fullPath(history.place))}>
          {t('switchorg.title')}
        </PageLink>
      ) : (
        <button type="button" className="kw-button" disabled={busy} onClick={onRetry}>
          {t('app.retry')}
        </button>
      )}
    </div>
  );
}
