// What labels of this site hold: an address, so that the camera of any phone finds the way. No zod: whoever draws labels
// or reads what was scanned needs these alone.

const LABEL_KINDS = ['BOX', 'STOCK', 'BATCH', 'DOCUMENT', 'COMMAND'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** What a code begins with. A box is named by a token of its own, the others by their id and a signature. */
export const LABEL_LETTERS: Readonly<Record<LabelKind, string>> = {
  BOX: 'B',
  STOCK: 'S',
  BATCH: 'L',
  DOCUMENT: 'D',
  COMMAND: 'K',
};

/** What a printed card presses for whoever has nothing but a scanner in their hands; digits say how many. */
export const SCAN_COMMANDS = ['CONFIRM', 'UNDO', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export type ScanCommand = (typeof SCAN_COMMANDS)[number];

/** Below the origin of the console. */
const AT = '/Q/';

/**
 * The text of a label. In capitals a QR code of it takes a third less room, and a scanner that has Caps Lock on does no harm.
 * @param origin of the console, `https://warehouse.example.edu`
 */
export const labelAddress = (origin: string, code: string): string => `${origin.toUpperCase()}${AT}${code}`;

/** The code in what was scanned, whichever address the console had when the label was printed; null for any other text. */
export const labelCodeIn = (scanned: string): string | null =>
  /^https?:\/\/[^/\s]+\/q\/([bsldk][\w-]{8,80})\/?$/i.exec(scanned.trim())?.[1] ?? null;

/** True for an address of the web: nothing of a warehouse is called so. */
export const isAddress = (scanned: string): boolean => /^https?:\/\//i.test(scanned.trim());
