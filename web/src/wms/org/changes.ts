/** Paths whose answers change with an organisation. */
export const ORG_CHANGES = ['/wms/org', '/wms/org-quota', '/auth/biz/user/account'];
