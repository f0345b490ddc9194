/** Small bytes that become many when they are unpacked. */
import { constants, deflateRawSync } from 'node:zlib';

const mebibyte = 1_048_576;

/** Blanks, 16 MiB at a time, as blocks of deflate that stand alone and so can be repeated. */
const blanks = deflateRawSync(Buffer.alloc(16 * mebibyte, ' '), { finishFlush: constants.Z_FULL_FLUSH });

/** A stream of zlib that unpacks to so many mebibytes of blanks. Its check sum is wrong, which is seen at its end only. */
export const zlibBomb = (mebibytes: number): Buffer =>
  Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: mebibytes / 16 }, () => blanks), Buffer.from([0x03, 0, 0, 0, 0, 0])]);
