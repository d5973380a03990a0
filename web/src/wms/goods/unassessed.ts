/** Whether the hazards of a product have not been assessed. Drafts from older versions lack the field and count as assessed. */
export const isUnassessed = ({ assessed }: { assessed?: boolean }): boolean => assessed === false;
