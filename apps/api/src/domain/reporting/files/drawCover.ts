/** The cover of an exported PDF. Runs in a process, from which `withCover` calls it. */
import type { PDFFont } from '@cantoo/pdf-lib';
import { checkBox } from './drawWatermark.ts';
import { writable } from './pdfText.ts';

export type Cover = {
  /** The report's name. */
  title: string;
  /** Smaller, below it. */
  lines: string[];
  /** `#rrggbb`. */
  colours: { ground: string; text: string; dim: string; bar: string };
  /** As the portal stores pictures: PNG or WebP. */
  logo: Uint8Array | null;
};

const titleLines = 4;
const partBytes = 1_048_576;

/** The words of a title in lines that fit; what is left over ends in dots. */
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const shortened = (line: string) => {
    let end = line.length;
    while (end > 1 && !fits(`${line.slice(0, end)}...`)) end--;
    return `${line.slice(0, end)}...`;
  };
  const lines: string[] = [];
  for (const word of writable(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fits(word) ? word : shortened(word));
  }
  if (lines.length <= titleLines) return lines;
  return [...lines.slice(0, titleLines - 1), shortened(lines.slice(titleLines - 1).join(' '))];
}

/** Puts a page before the others, of the size of the first of them, and yields the file in parts. */
export async function* drawCover({ bytes, cover }: { bytes: Uint8Array; cover: Cover }): AsyncGenerator<Uint8Array, null> {
  const { PDFDocument, StandardFonts, rgb } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(bytes);
  const box = document.getPage(0).getMediaBox();
  checkBox(box);
  const { width, height } = box;
  const paint = (hex: string) => rgb(...([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]));
  const [bold, regular] = [await document.embedFont(StandardFonts.HelveticaBold), await document.embedFont(StandardFonts.Helvetica)];
  const page = document.insertPage(0, [width, height]);
  const { ground, text, dim, bar } = cover.colours;
  const side = Math.min(width, height);
  const margin = side / 9;
  page.drawRectangle({ x: 0, y: 0, width, height, color: paint(ground) });
  page.drawRectangle({ x: 0, y: 0, width: margin / 4, height, color: paint(bar) });
  if (cover.logo) {
    const { default: sharp } = await import('sharp');
    const logo = await document.embedPng(await sharp(cover.logo).png().toBuffer());
    const drawn = logo.scaleToFit(width * 0.4, height * 0.16);
    page.drawImage(logo, { x: margin, y: height - margin - drawn.height, ...drawn });
  }
  const size = Math.min(44, side / 13);
  let y = height * 0.55;
  for (const line of wrapped(cover.title, bold, size, width - 2 * margin)) {
    page.drawText(line, { x: margin, y, size, font: bold, color: paint(text) });
    y -= size * 1.25;
  }
  const small = size * 0.45;
  for (const line of cover.lines.flatMap((one) => wrapped(one, regular, small, width - 2 * margin))) {
    page.drawText(line, { x: margin, y, size: small, font: regular, color: paint(dim) });
    y -= small * 1.6;
  }
  const made = await document.save();
  for (let at = 0; at < made.length; at += partBytes) yield made.subarray(at, at + partBytes);
  return null;
}
