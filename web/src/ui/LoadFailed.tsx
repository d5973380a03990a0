import { Alert, Button } from 'antd';
import { ApiError } from '../api/error.ts';
import { useT } from '../phrase/phrases.ts';

interface LoadFailedProps {
  error: Error;
  onRetry: () => void;
  busy?: boolean;
}

/** Data did not come: what happened, and the offer to try again. What was there before stays above it. */
export function LoadFailed({ error, onRetry, busy = false }: LoadFailedProps) {
  const t = useT();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert
      type="error"
      showIcon
      title={t('common.loadFailed')}
      description={requestId === null ? error.message : `${error.message}（${t('error.page.requestId', { id: requestId })}）`}
      action={
        <Button size="small" onClick={onRetry} loading={busy}>
          {t('app.retry')}
        </Button>
      }
    />
  );
}
