import { Alert, Button } from 'antd';
import { ApiError } from '../../api/error.ts';
import { useT } from '../../phrase/phrases.ts';
import { RefusedCount } from '../goods/CountHold.tsx';
import '../document/said.css';

/** Errors that mean the document is stale. */
const STALE_CODES = ['STALE', 'ILLEGAL_TRANSITION'];
export const isStaleError = (error: unknown): boolean => error instanceof ApiError && STALE_CODES.includes(error.code);

/** Why a step was refused; if the document is stale, with a reload button. */
export function Refusal({ error, onReload }: { error: Error | null; onReload: () => void }) {
  const t = useT();
  if (!error) return null;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="work-refusal"
      title={
        <>
          {error.message} <RefusedCount error={error} />
        </>
      }
      action={isStaleError(error) && <Button onClick={onReload}>{t('work.seeLatest')}</Button>}
    />
  );
}
