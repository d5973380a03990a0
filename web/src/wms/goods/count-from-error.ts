import type { BoxCount } from '@kuwei/contract/wms/box-count';
import { ApiError } from '../../api/error.ts';

/** The count that a refusal is about; null where it is about anything else. */
export function getCountFromError(error: unknown): BoxCount | null {
  if (!(error instanceof ApiError) || error.code !== 'BOX_IN_COUNT') return null;
  return (error.data as { count?: BoxCount | null } | null)?.count ?? null;
}
