/** The largest picture of an ICO file: a whole PNG, or a bitmap without its file header. Browsers' tabs are all that still uses it. */

/** Points as red, green, blue and opacity, from the top left. */
type Points = { data: Uint8Array; width: number; height: number };
type Icon = { png: Uint8Array } | Points;

const directoryBytes = 6;
const entryBytes = 16;
const largestSide = 256;
const pngStart = 0x89504e47;

export const isIcon = (bytes: Buffer): boolean => bytes.length > directoryBytes + entryBytes && bytes.readUInt32LE(0) === 0x00010000;

function largestEntry(bytes: Buffer): Buffer | null {
  let best: { side: number; depth: number; part: Buffer } | null = null;
  for (let index = 0; index < Math.min(bytes.readUInt16LE(4), 64); index++) {
    const entry = bytes.subarray(directoryBytes + index * entryBytes, directoryBytes + (index + 1) * entryBytes);
    if (entry.length < entryBytes) break;
    const [side, depth, from] = [entry.readUInt8(0) || largestSide, entry.readUInt16LE(6), entry.readUInt32LE(12)];
    const part = bytes.subarray(from, from + entry.readUInt32LE(8));
    if (part.length > 40 && (!best || side > best.side || (side === best.side && depth > best.depth))) best = { side, depth, part };
  }
  return best?.part ?? null;
}

const rowBytes = (width: number, depth: number): number => Math.ceil((width * depth) / 32) * 4;

/** What stands at a point of a row of fewer than eight bits a point. */
const packed = (row: Buffer, x: number, depth: number): number => {
  const shift = 8 - depth - ((x * depth) % 8);
  return ((row[Math.floor((x * depth) / 8)] ?? 0) >> shift) & ((1 << depth) - 1);
};

/** Blue, green, red, and opacity where there is one. */
function colourAt(row: Buffer, x: number, depth: number, palette: Buffer): Buffer {
  if (depth >= 24) return row.subarray((x * depth) / 8, ((x + 1) * depth) / 8);
  const index = packed(row, x, depth);
  return palette.subarray(index * 4, index * 4 + 3);
}

/** Null where its parts do not fit together. */
function readBitmap(part: Buffer): Points | null {
  const [headBytes, width, height] = [part.readUInt32LE(0), part.readInt32LE(4), part.readInt32LE(8) / 2];
  const [depth, compression, used] = [part.readUInt16LE(14), part.readUInt32LE(16), part.readUInt32LE(32)];
  const isPlain = headBytes === 40 && compression === 0 && [1, 4, 8, 24, 32].includes(depth);
  if (!isPlain || ![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= largestSide)) return null;
  const colours = depth > 8 ? 0 : used || 1 << depth;
  const from = headBytes + colours * 4;
  const [wide, maskWide] = [rowBytes(width, depth), rowBytes(width, 1)];
  if (colours > 256 || part.length < from + wide * height) return null;
  const palette = part.subarray(headBytes, from);
  const mask = part.subarray(from + wide * height);
  const hasMask = depth < 32 && mask.length >= maskWide * height;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    // Rows stand from the bottom up.
    const row = part.subarray(from + (height - 1 - y) * wide);
    const maskRow = mask.subarray((height - 1 - y) * maskWide);
    for (let x = 0; x < width; x++) {
      const [blue = 0, green = 0, red = 0, opacity = 255] = colourAt(row, x, depth, palette);
      data.set([red, green, blue, hasMask && packed(maskRow, x, 1) === 1 ? 0 : opacity], (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

export function readIcon(bytes: Buffer): Icon | null {
  const part = largestEntry(bytes);
  if (!part) return null;
  return part.readUInt32BE(0) === pngStart ? { png: part } : readBitmap(part);
}
