import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Resvg, initWasm } from '@resvg/resvg-wasm';
import type { Sheet } from '../drawing/sheet.ts';
import { printFont } from '../drawing/sheet.ts';

/** Pixels of the picture for one of the page. */
const scale = 2;

const fileOf = (specifier: string): Promise<Buffer> => readFile(fileURLToPath(import.meta.resolve(specifier)));

const faces = ['latin-400', 'latin-600', 'latin-ext-400', 'latin-ext-600', 'greek-400', 'cyrillic-400'];

const load = async (): Promise<Uint8Array[]> => {
  await initWasm(await fileOf('@resvg/resvg-wasm/index_bg.wasm'));
  return Promise.all(faces.map((face) => fileOf(`@fontsource/inter/files/inter-${face}-normal.woff2`)));
};
let fonts: Promise<Uint8Array[]> | undefined;

const render = async <T>(sheet: Sheet, read: (image: ReturnType<InstanceType<typeof Resvg>['render']>) => T): Promise<T> => {
  const fontBuffers = await (fonts ??= load());
  const renderer = new Resvg(sheet.svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontBuffers, defaultFontFamily: printFont, sansSerifFamily: printFont },
  });
  const image = renderer.render();
  try {
    return read(image);
  } finally {
    image.free();
    renderer.free();
  }
};

/** The sheet as PNG. */
export const pngBytes = (sheet: Sheet): Promise<Uint8Array> => render(sheet, (image) => image.asPng());

/** The sheet's pixels, red, green and blue; a sheet has no holes. */
export const pixelsOf = (sheet: Sheet): Promise<{ width: number; height: number; rgb: Uint8Array }> =>
  render(sheet, ({ width, height, pixels }) => {
    const rgb = new Uint8Array(width * height * 3);
    for (let from = 0, to = 0; from < pixels.length; from += 4) {
      rgb[to++] = pixels[from] ?? 0;
      rgb[to++] = pixels[from + 1] ?? 0;
      rgb[to++] = pixels[from + 2] ?? 0;
    }
    return { width, height, rgb };
  });
