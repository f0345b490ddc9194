/** Draws the icon of the portal. Runs in a process, from which `openAppIcons` calls it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

type Wanted = {
  /** The brand's picture; empty where it has none. */
  bytes: Uint8Array;
  content_type: string | null;
  side: number;
  /** Devices cut a circle or the like out of it: it fills the square, and what matters stands in the middle. */
  maskable: boolean;
  colour: string;
  ink: string;
};

let ready: Promise<void> | undefined;

const load = async (): Promise<void> => initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));

/** The part of the square that no device cuts off, in hundredths of its side. */
const safe = { from: 20, side: 60 };

function drawing({ bytes, content_type, maskable, colour, ink }: Wanted): string {
  if (content_type === null) {
    const corners = maskable ? '' : 'rx="25"';
    const bars = `<path d="M9 22v-6M16 22V10M23 22v-9" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>`;
    const placed = maskable
      ? `<g transform="translate(${safe.from} ${safe.from}) scale(${safe.side / 32})">${bars}</g>`
      : `<g transform="scale(3.125)">${bars}</g>`;
    return `<rect width="100" height="100" ${corners} fill="${colour}"/>${placed}`;
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const { from, side } = maskable ? safe : { from: 0, side: 100 };
  const picture = `<image x="${from}" y="${from}" width="${side}" height="${side}" href="data:${content_type};base64,${data}"/>`;
  // The brand's picture may be transparent, and was drawn for a light page.
  return maskable ? `<rect width="100" height="100" fill="#ffffff"/>${picture}` : picture;
}

export async function* drawAppIcon(wanted: Wanted): AsyncGenerator<Uint8Array, null> {
  await (ready ??= load());
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wanted.side}" height="${wanted.side}" viewBox="0 0 100 100">${drawing(wanted)}</svg>`;
  const renderer = new Resvg(svg);
  const picture = renderer.render();
  try {
    yield picture.asPng();
    return null;
  } finally {
    picture.free();
    renderer.free();
  }
}
