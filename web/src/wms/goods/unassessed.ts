/** Whether nobody has said what a product is dangerous for; a draft that a browser has kept from before may not know, and says nothing. */
export const isUnassessed = ({ assessed }: { assessed?: boolean }): boolean => assessed === false;
