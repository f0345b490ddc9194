/** Draws a picture smaller. Runs in a process, from which `shrunk` calls it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

type Size = { width: number; height: number };

let ready: Promise<void> | undefined;

const load = async (): Promise<void> => initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));

function drawn(png: Uint8Array, { width, height }: Size): Uint8Array {
  const data = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  const image = `<image width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${data}"/>`;
  const renderer = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`);
  const picture = renderer.render();
  try {
    return picture.asPng();
  } finally {
    picture.free();
    renderer.free();
  }
}

/** By halves: a line that is thinner than a point of the small picture would get lost in one step. */
export async function* shrinkPicture({ bytes, from, to }: { bytes: Uint8Array; from: Size; to: Size }): AsyncGenerator<Uint8Array, null> {
  await (ready ??= load());
  let size = from;
  let picture = bytes;
  while (size.width > to.width * 2) {
    size = { width: Math.round(size.width / 2), height: Math.max(1, Math.round(size.height / 2)) };
    picture = drawn(picture, size);
  }
  yield drawn(picture, to);
  return null;
}
