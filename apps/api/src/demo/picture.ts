/** Small pictures made of shapes, as PNG: the demo's covers are drawn here and belong to nobody else. */
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [number, number, number];
/** Distance of a point to the shape's edge, in pixels; negative inside. */
type Shape = { colour: Colour; opacity: number; distance: (x: number, y: number) => number };

export type Picture = { width: number; height: number; from: Colour; to: Colour; shapes: readonly Shape[] };

export const disc = (cx: number, cy: number, radius: number, colour: Colour, opacity = 1): Shape => ({
  colour,
  opacity,
  distance: (x, y) => Math.hypot(x - cx, y - cy) - radius,
});

export const ring = (cx: number, cy: number, radius: number, thickness: number, colour: Colour, opacity = 1): Shape => ({
  colour,
  opacity,
  distance: (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - radius) - thickness / 2,
});

/** A rectangle with round corners. */
export const bar = (left: number, top: number, width: number, height: number, colour: Colour, opacity = 1): Shape => {
  const corner = Math.min(6, width / 2, height / 2);
  return {
    colour,
    opacity,
    distance: (x, y) => {
      const dx = Math.abs(x - left - width / 2) - width / 2 + corner;
      const dy = Math.abs(y - top - height / 2) - height / 2 + corner;
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
    },
  };
};

/** Everything below a line. */
export const below = (line: (x: number) => number, colour: Colour, opacity = 1): Shape => ({
  colour,
  opacity,
  distance: (x, y) => line(x) - y,
});

const mixed = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The picture as the bytes of a PNG file. */
export function drawPng({ width, height, from, to, shapes }: Picture): Buffer {
  const row = 1 + width * 3;
  const raw = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let colour = mixed(from, to, (x / width + y / height) / 2);
      for (const shape of shapes) {
        // Anti-aliasing: edges fade over half a pixel.
        const covered = Math.min(1, Math.max(0, 0.5 - shape.distance(x + 0.5, y + 0.5)));
        if (covered > 0) colour = mixed(colour, shape.colour, covered * shape.opacity);
      }
      const [red, green, blue] = colour;
      raw.set([red, green, blue], y * row + 1 + x * 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))]);
}
