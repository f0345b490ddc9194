/** Crops a picture and scales it down to the size in which it is shown, so that photographs become small files. */

/** Parts of the whole, from 0 to 100, as the crop dialog has them. */
export type Cut = { x: number; y: number; width: number; height: number };
type Wanted = { width: number; maxBytes: number; type: 'image/webp' | 'image/png' };

const qualities = [0.9, 0.8, 0.65, 0.5];

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

function draw(image: HTMLImageElement, cut: Cut, width: number): HTMLCanvasElement {
  const source = {
    x: (cut.x / 100) * image.naturalWidth,
    y: (cut.y / 100) * image.naturalHeight,
    width: (cut.width / 100) * image.naturalWidth,
    height: (cut.height / 100) * image.naturalHeight,
  };
  const scale = Math.min(1, width / source.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, source.x, source.y, source.width, source.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The crop as a file below the size limit: first the quality is reduced, then the dimensions. */
export async function drawPicture(image: HTMLImageElement, cut: Cut, { width, maxBytes, type }: Wanted): Promise<Blob> {
  for (let wide = width; wide >= 32; wide = Math.floor(wide / 2)) {
    const canvas = draw(image, cut, wide);
    for (const quality of qualities) {
      const blob = await encode(canvas, type, quality);
      if (blob && blob.size <= maxBytes) return blob;
    }
  }
  throw new Error('The picture does not become small enough');
}
