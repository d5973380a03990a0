/** Query parameters that do not filter. */
const HOW = ['sort', 'page', 'size'];

/** Whether a flag is the only filter in an address, as in a menu item that opens a filtered list. */
export const hasOnlyFlag = (query: URLSearchParams, flag: string): boolean =>
  query.get(flag) === 'true' && [...query.keys()].every((name) => name === flag || HOW.includes(name));
