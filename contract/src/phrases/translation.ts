/** Same keys as the Chinese table. */
export type Translation<Table> = Record<keyof Table, string>;
