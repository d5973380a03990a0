/** Query paths that a change of an organisation invalidates. */
export const ORG_CHANGES = ['/wms/org', '/wms/org-quota', '/auth/biz/user/account'];
