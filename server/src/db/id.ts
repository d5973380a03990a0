import { randomBytes } from 'node:crypto';

/** A UUID of version 7 (RFC 9562): ordered by time, so that index inserts are appends. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The nil UUID, which no row has: where a query or a valid form needs some id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
