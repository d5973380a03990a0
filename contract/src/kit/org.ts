// Types of organisations, and relations of people to them.
export const ORG_TYPES = ['LAB', 'SUPPLIER', 'PURCHASE', 'WAREHOUSE'] as const;
export type OrgType = (typeof ORG_TYPES)[number];

/** Relation of a person to an organisation. */
export const RELATIONS = ['LEADER', 'MEMBER', 'STUDENT', 'KEEPER'] as const;

/** The organisation type that a page role works for; other roles work for none. */
export const ORG_TYPE_OF: Readonly<Record<string, OrgType>> = {
  ROLE_TEACHER: 'LAB',
  ROLE_SUPPLIER: 'SUPPLIER',
  ROLE_STAFF: 'PURCHASE',
  ROLE_WAREHOUSE_ADMIN: 'WAREHOUSE',
};
