import { AppError } from '@kuwei/contract/error';

/** The refusal to take away what something else still leans on. @param by what that is, in words */
export const usedBy = (by: string): AppError => new AppError('IN_USE_BY', { params: { by } });
