import { Alert, Button } from 'antd';
import { ApiError } from '../../api/error.ts';
import { useT } from '../../phrase/phrases.ts';
import { RefusedCount } from '../goods/CountHold.tsx';
import '../document/said.css';

/** The document is no longer what the person looked at. */
const STALE_CODES = ['STALE', 'ILLEGAL_TRANSITION'];
export const isStaleError = (error: unknown): boolean => error instanceof ApiError && STALE_CODES.includes(error.code);

/** Why a step was refused; where somebody else was faster, the way to what there is now. */
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
