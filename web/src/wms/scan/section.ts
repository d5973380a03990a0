// Which section of the console somebody works in under a role.
const SECTIONS: Readonly<Record<string, string>> = {
  ROLE_TEACHER: 'teacher',
  ROLE_SUPPLIER: 'supplier',
  ROLE_STAFF: 'staff',
  ROLE_WAREHOUSE_ADMIN: 'admin',
};

/** First segment of addresses there. */
export const sectionOf = (pageRole: string | null): string => SECTIONS[pageRole ?? ''] ?? 'def';
