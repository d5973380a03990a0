// Codes of labels: which kind of thing, which one, and that it was printed here. A code opens nothing by itself: whoever
// scans it sees what they would see in a list.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LABEL_LETTERS, SCAN_COMMANDS, type LabelKind, type ScanCommand } from '@kuwei/contract/wms/label';
import { base32, fromBase32 } from '../../base32.ts';

/** Short codes make coarse squares, which are read from afar. A try is a call: nobody makes the billions that a forgery takes. */
const MARK_BYTES = 5;
const ID_BYTES = 16;

/** Kinds that are named by their id. */
export type Named = Exclude<LabelKind, 'BOX' | 'COMMAND'>;
const NAMED = ['STOCK', 'BATCH', 'DOCUMENT'] as const satisfies readonly Named[];

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Made of the secret of the installation, which goes with its database: a restored one reads the labels that hang there. */
const markOf = (secret: Buffer, kind: Named, id: Buffer): Buffer =>
  createHmac('sha256', secret).update('label').update(kind).update(id).digest().subarray(0, MARK_BYTES);

export function labelCode(secret: Buffer, kind: Named, id: string): string {
  const bytes = idBytes(id);
  return LABEL_LETTERS[kind] + base32(Buffer.concat([bytes, markOf(secret, kind, bytes)]));
}

/** There are few of them, and each is longer than a mark: nothing else stands in the code. */
const COMMAND_BYTES = 10;

/** Signed like the others: a card of another site presses nothing here. */
export const commandCode = (secret: Buffer, command: ScanCommand): string =>
  LABEL_LETTERS.COMMAND +
  base32(createHmac('sha256', secret).update('label').update('COMMAND').update(command).digest().subarray(0, COMMAND_BYTES));

/** What a code names: a box by its token, a command, anything else by its id; null for one that was not printed here. */
export type Meant = { kind: 'BOX'; token: string } | { kind: 'COMMAND'; command: ScanCommand } | { kind: Named; id: string };

export function readLabelCode(secret: Buffer, code: string): Meant | null {
  const letter = code[0]!.toUpperCase();
  if (letter === LABEL_LETTERS.BOX) return { kind: 'BOX', token: code.slice(1) };
  if (letter === LABEL_LETTERS.COMMAND) {
    const command = SCAN_COMMANDS.find((each) => isSame(commandCode(secret, each), code));
    return command === undefined ? null : { kind: 'COMMAND', command };
  }
  const kind = NAMED.find((each) => LABEL_LETTERS[each] === letter);
  const bytes = fromBase32(code.slice(1));
  if (!kind || bytes?.length !== ID_BYTES + MARK_BYTES) return null;
  const id = idOf(bytes.subarray(0, ID_BYTES));
  return isSame(labelCode(secret, kind, id), code) ? { kind, id } : null;
}

function isSame(printed: string, code: string): boolean {
  const wanted = Buffer.from(printed);
  const given = Buffer.from(code.toUpperCase());
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
