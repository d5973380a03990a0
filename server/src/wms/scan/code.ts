// Label codes: kind, id, and a signature that it was printed here. A code grants no access: the scanner sees only what is in
// their lists.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LABEL_LETTERS, SCAN_COMMANDS, type LabelKind, type ScanCommand } from '@kuwei/contract/wms/label';
import { base32, fromBase32 } from '../../base32.ts';

/**
 * Short signatures keep QR modules coarse enough to read from afar. Each guess takes a call, so the billions needed for a forgery
 * are out of reach.
 */
const MARK_BYTES = 5;
const ID_BYTES = 16;

/** Kinds identified by id. */
export type IdLabelKind = Exclude<LabelKind, 'BOX' | 'COMMAND'>;
const ID_LABEL_KINDS = ['STOCK', 'BATCH', 'DOCUMENT'] as const satisfies readonly IdLabelKind[];

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Keyed with the installation's secret, which is in its database: a restored one can read existing labels. */
const markOf = (secret: Buffer, kind: IdLabelKind, id: Buffer): Buffer =>
  createHmac('sha256', secret).update('label').update(kind).update(id).digest().subarray(0, MARK_BYTES);

export function labelCode(secret: Buffer, kind: IdLabelKind, id: string): string {
  const bytes = idBytes(id);
  return LABEL_LETTERS[kind] + base32(Buffer.concat([bytes, markOf(secret, kind, bytes)]));
}

/** Longer than other signatures, since a command code has no id. */
const COMMAND_BYTES = 10;

/** Signed like the others, so that cards of another site have no effect here. */
export const commandCode = (secret: Buffer, command: ScanCommand): string =>
  LABEL_LETTERS.COMMAND +
  base32(createHmac('sha256', secret).update('label').update('COMMAND').update(command).digest().subarray(0, COMMAND_BYTES));

/** What a code means: a box by token, a command, anything else by id; null for one not printed here. */
export type LabelTarget =
  | { kind: 'BOX'; token: string }
  | { kind: 'COMMAND'; command: ScanCommand }
  | { kind: IdLabelKind; id: string };

export function readLabelCode(secret: Buffer, code: string): LabelTarget | null {
  const letter = code[0]!.toUpperCase();
  if (letter === LABEL_LETTERS.BOX) return { kind: 'BOX', token: code.slice(1) };
  if (letter === LABEL_LETTERS.COMMAND) {
    const command = SCAN_COMMANDS.find((each) => isSame(commandCode(secret, each), code));
    return command === undefined ? null : { kind: 'COMMAND', command };
  }
  const kind = ID_LABEL_KINDS.find((each) => LABEL_LETTERS[each] === letter);
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
