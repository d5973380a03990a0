import { AppError } from '@kuwei/contract/error';

/** @throws AppError STALE if the record has changed since it was read */
export function assertRevision(found: number, expected: number): void {
  if (found !== expected) throw new AppError('STALE', { data: { rev: found } });
}

/** Turns the violation of a unique constraint into a refusal at the field. */
export async function withUniqueRefusal<T>(constraint: string, code: string, work: () => Promise<T>, field = 'code'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === constraint)
      throw new AppError('CODE_TAKEN', { params: { code }, field });
    throw error;
  }
}
