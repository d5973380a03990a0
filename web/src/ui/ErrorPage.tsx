import { reloadConsole } from '../browser/chunk-reload.ts';
import { history } from '../browser/history.ts';
import { useT } from '../phrase/phrases.ts';
import './error-page.css';

interface ErrorPageProps {
  status: number;
  message: string;
  requestId?: string | null;
  /** Retries; defaults to reloading the console. */
  onReload?: () => void;
}

/** Shown instead of a page that is missing, forbidden or broken. */
export function ErrorPage({ status, message, requestId, onReload = () => void reloadConsole() }: ErrorPageProps) {
  const t = useT();
  const missing = status === 404;
  const title = missing ? t('error.page.notFound') : status === 403 ? t('error.page.forbidden') : t('error.page.failed');
  const back = (): void => (history.canGoBack ? history.back() : history.push('/'));
  return (
    <div className="error-page">
      <p className="error-page-status">{status}</p>
      <h1>{title}</h1>
      {message !== title && <p className="error-page-message">{message}</p>}
      {requestId && <p className="error-page-message kw-code">{t('error.page.requestId', { id: requestId })}</p>}
      <div className="error-page-ways">
        {!missing && status !== 403 && (
          <button type="button" className="kw-button primary" onClick={onReload}>
            {t('error.page.reload')}
          </button>
        )}
        <button type="button" className={missing ? 'kw-button primary' : 'kw-button'} onClick={() => history.push('/')}>
          {t('error.page.home')}
        </button>
        <button type="button" className="kw-button" onClick={back}>
          {t('error.page.back')}
        </button>
      </div>
    </div>
  );
}
