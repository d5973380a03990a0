import type { BoxCount } from '@kuwei/contract/wms/box-count';
import { ApiError } from '../../api/error.ts';

/** The count that an error is about; null for any other error. */
export function getCountFromError(error: unknown): BoxCount | null {
  if (!(error instanceof ApiError) || error.code !== 'BOX_IN_COUNT') return null;
  return (error.data as { count?: BoxCount | null } | null)?.count ?? null;
}
