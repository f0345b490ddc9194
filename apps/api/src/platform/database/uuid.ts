import { randomFillSync } from 'node:crypto';

const random = new Uint8Array(4096);
let taken = random.length;
let lastMs = 0;
let counter = 0;

function randomBytes(count: number): Uint8Array {
  if (taken + count > random.length) {
    randomFillSync(random);
    taken = 0;
  }
  taken += count;
  return random.subarray(taken - count, taken);
}

/**
 * A new UUIDv7 (RFC 9562). Ids of one process are strictly increasing, also within a millisecond
 * and when the clock goes back: rand_a is a counter that starts at random in each millisecond.
 */
export function uuidv7(): string {
  const now = Date.now();
  const bytes = Buffer.from(randomBytes(11));
  if (now > lastMs) {
    lastMs = now;
    counter = bytes.readUInt16BE(0) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMs++;
    counter = 0;
  }
  const hex = lastMs.toString(16).padStart(12, '0');
  const tail = bytes.toString('hex', 3);
  const variant = (8 + (bytes.readUInt8(2) & 3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(0, 3)}-${tail.slice(4)}`;
}
