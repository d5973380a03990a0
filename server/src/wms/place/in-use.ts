import { AppError } from '@kuwei/contract/error';

/** Refuses removing something that is in use. @param by the use, in words */
export const inUseError = (by: string): AppError => new AppError('IN_USE_BY', { params: { by } });
