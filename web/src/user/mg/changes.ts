/** Paths whose answers change with a user. */
export const ACCOUNTS = '/auth/biz/user';
