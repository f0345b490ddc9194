/** The watermark in files: over every page of a PDF and every slide of a PPTX. Runs in a process, from which `withWatermark` calls it. */
import type { Zippable } from 'fflate';
import { zipSync } from 'fflate';
import { partsOf } from '#platform/archive/archive.ts';
import { writable } from './pdfText.ts';

const angle = 30;
const opacity = 0.12;
const size = 13;

/** The service's own files are far below. A side is measured in points: 14,400 is what a PDF can have. */
export const largestMarked = { bytes: 64 * 1024 * 1024, pages: 2000, side: 14_400, tiles: 100_000, shapes: 100 };
const partBytes = 1_048_576;

export type Box = { x: number; y: number; width: number; height: number };

/** Refuses a page without a size or without an end. */
export function checkBox({ x, y, width, height }: Box): void {
  const isPage = [x, y].every(Number.isFinite) && [width, height].every((side) => side > 0 && side <= largestMarked.side);
  if (!isPage) throw new Error('A page has no size that it could have');
}

/** Where the texts begin. */
function tilesOf(box: Box): [number, number][] {
  checkBox(box);
  const { x: left, y: bottom, width, height } = box;
  const tiles: [number, number][] = [];
  for (let y = 0; y < height + 200; y += 140) for (let x = -100; x < width + 100; x += 260) tiles.push([left + x, bottom + y]);
  return tiles;
}

async function onPdf(bytes: Uint8Array, text: string): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, degrees, rgb } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(bytes);
  const pages = document.getPages();
  if (pages.length === 0 || pages.length > largestMarked.pages) throw new Error(`The file has ${pages.length} pages`);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const lines = text.split('\n').map(writable).join('\n');
  const look = { size, font, lineHeight: size + 5, color: rgb(0.2, 0.2, 0.2), opacity, rotate: degrees(angle) };
  let drawn = 0;
  for (const page of pages) {
    const tiles = tilesOf(page.getMediaBox());
    drawn += tiles.length;
    if (drawn > largestMarked.tiles) throw new Error('The pages are too large');
    for (const [x, y] of tiles) page.drawText(lines, { x, y, ...look });
  }
  return document.save();
}

const escaped = (line: string): string =>
  line.replaceAll(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

/** Shapes are measured in EMU: 12700 per point. */
function shapeOf(text: string, number: number, x: number, y: number): string {
  const paragraphs = text
    .split('\n')
    .map(
      (line) =>
        `<a:p><a:pPr algn="ctr"/><a:r><a:rPr lang="pt-BR" sz="1100"><a:solidFill><a:srgbClr val="333333"><a:alpha val="${opacity * 100_000}"/></a:srgbClr></a:solidFill></a:rPr><a:t>${escaped(line)}</a:t></a:r></a:p>`,
    )
    .join('');
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${90_000 + number}" name="Watermark ${number}"/><p:cNvSpPr txBox="1"/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
    `<p:spPr><a:xfrm rot="${-angle * 60_000}"><a:off x="${x}" y="${y}"/><a:ext cx="3000000" cy="800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>` +
    `<p:txBody><a:bodyPr wrap="none"/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`
  );
}

const slideName = /^ppt\/slides\/slide\d+\.xml$/;
const slideEnd = '</p:spTree>';

/** The shapes that cover a slide of this presentation. */
function shapesOver(presentation: string, text: string): string {
  const element = /<p:sldSz\b[^<>]*>/.exec(presentation)?.[0] ?? '';
  const side = (name: 'cx' | 'cy', usual: number) => Number(new RegExp(`\\b${name}="(\\d{1,12})"`).exec(element)?.[1] ?? usual);
  const places: [number, number][] = [];
  for (let y = 200_000; y < side('cy', 6_858_000); y += 1_700_000)
    for (let x = -400_000; x < side('cx', 12_192_000); x += 3_400_000) {
      if (places.push([x, y]) > largestMarked.shapes) throw new Error('The slides are too large');
    }
  if (places.length === 0) throw new Error('The slides have no size');
  return places.map(([x, y], index) => shapeOf(text, index + 1, x, y)).join('');
}

/** Parts as they are packed again: pictures are packed by themselves. */
const packed = (content: Uint8Array, name: string): Zippable[string] =>
  /\.(?:png|jpe?g)$/i.test(name) ? [content, { level: 0 }] : content;

function onPptx(bytes: Uint8Array, text: string): Uint8Array {
  const parts = new Map(
    [...partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))].map(({ name, content }) => [name, content]),
  );
  const shapes = shapesOver(parts.get('ppt/presentation.xml')?.toString() ?? '', text);
  const slides = [...parts].filter(([name]) => slideName.test(name));
  if (slides.length === 0 || slides.length > largestMarked.pages) throw new Error(`The file has ${slides.length} slides`);
  for (const [name, content] of slides) {
    const slide = content.toString();
    const end = slide.lastIndexOf(slideEnd);
    if (end === -1) throw new Error(`There is no place for shapes in ${name}`);
    parts.set(name, Buffer.from(slide.slice(0, end) + shapes + slide.slice(end)));
  }
  return zipSync(Object.fromEntries([...parts].map(([name, content]) => [name, packed(content, name)])));
}

/** Draws the watermark as tiles over every page, and yields the file in parts. */
export async function* drawWatermark({
  format,
  bytes,
  text,
}: {
  format: 'PDF' | 'PPTX';
  bytes: Uint8Array;
  text: string;
}): AsyncGenerator<Uint8Array, null> {
  const marked = format === 'PDF' ? await onPdf(bytes, text) : onPptx(bytes, text);
  for (let at = 0; at < marked.length; at += partBytes) yield marked.subarray(at, at + partBytes);
  return null;
}
