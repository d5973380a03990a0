/** Parts of an address that narrow nothing. */
const HOW = ['sort', 'page', 'size'];

/** Whether an address asks for a flag and for nothing narrower, as an entry of the menu does that opens a list filtered. */
export const hasOnlyFlag = (query: URLSearchParams, flag: string): boolean =>
  query.get(flag) === 'true' && [...query.keys()].every((name) => name === flag || HOW.includes(name));
