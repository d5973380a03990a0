// The console section of each role.
const SECTIONS: Readonly<Record<string, string>> = {
  ROLE_TEACHER: 'teacher',
  ROLE_SUPPLIER: 'supplier',
  ROLE_STAFF: 'staff',
  ROLE_WAREHOUSE_ADMIN: 'admin',
};

/** First address segment of the section. */
export const sectionOf = (pageRole: string | null): string => SECTIONS[pageRole ?? ''] ?? 'def';
