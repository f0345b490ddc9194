/** Small real pictures. */

/** A PNG of one transparent pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

/** The same, saying that it is as large as asked. */
export function pictureOfSize(width: number, height: number): Buffer {
  const picture = Buffer.from(onePixel);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}
