/** Paths that changes to a user make stale. */
export const ACCOUNTS = '/auth/biz/user';
