// Content of this site's labels: a URL, so that any phone camera can open it. No zod: used where labels are drawn or scanned.

const LABEL_KINDS = ['BOX', 'STOCK', 'BATCH', 'DOCUMENT', 'COMMAND'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** First letter of a code. Boxes have a random token, the others an id and a signature. */
export const LABEL_LETTERS: Readonly<Record<LabelKind, string>> = {
  BOX: 'B',
  STOCK: 'S',
  BATCH: 'L',
  DOCUMENT: 'D',
  COMMAND: 'K',
};

/** Commands on printed cards for working by scanner alone; digits enter quantities. */
export const SCAN_COMMANDS = ['CONFIRM', 'UNDO', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export type ScanCommand = (typeof SCAN_COMMANDS)[number];

/** Path prefix of label URLs. */
const AT = '/Q/';

/**
 * The URL on a label. Upper case makes the QR code a third smaller and is immune to Caps Lock on scanners.
 * @param origin of the console, `https://warehouse.example.edu`
 */
export const labelAddress = (origin: string, code: string): string => `${origin.toUpperCase()}${AT}${code}`;

/** The code in a scanned text, whatever origin the label was printed with; null for any other text. */
export const labelCodeIn = (scanned: string): string | null =>
  /^https?:\/\/[^/\s]+\/q\/([bsldk][\w-]{8,80})\/?$/i.exec(scanned.trim())?.[1] ?? null;

/** Whether a scanned text is a web address, and thus no name of anything in the warehouse. */
export const isAddress = (scanned: string): boolean => /^https?:\/\//i.test(scanned.trim());
