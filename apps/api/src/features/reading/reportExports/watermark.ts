/** The watermark in files: over every page of a PDF and every slide of a PPTX. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const angle = 30;
const opacity = 0.12;
const size = 13;

/** Characters that the standard fonts of PDF lack would make the export fail. */
const writable = (line: string): string =>
  line.normalize('NFC').replaceAll(/[^\x20-\x7e\xa0-\xff]/g, (character) => (character === '…' ? '...' : '?'));

async function onPdf(bytes: Uint8Array, text: string): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, degrees, rgb } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(bytes);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const lines = text.split('\n').map(writable);
  for (const page of document.getPages()) {
    const { width, height } = page.getSize();
    for (let y = 0; y < height + 200; y += 140) {
      for (let x = -100; x < width + 100; x += 260) {
        page.drawText(lines.join('\n'), {
          x,
          y,
          size,
          font,
          lineHeight: size + 5,
          color: rgb(0.2, 0.2, 0.2),
          opacity,
          rotate: degrees(angle),
        });
      }
    }
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

function onPptx(bytes: Uint8Array, text: string): Uint8Array {
  const files = unzipSync(bytes);
  const presentation = strFromU8(files['ppt/presentation.xml'] ?? new Uint8Array());
  const [, width = '12192000', height = '6858000'] = /<p:sldSz[^>]*cx="(\d+)"[^>]*cy="(\d+)"/.exec(presentation) ?? [];
  const places: [number, number][] = [];
  for (let y = 200_000; y < Number(height); y += 1_700_000) for (let x = -400_000; x < Number(width); x += 3_400_000) places.push([x, y]);
  const shapes = places.map(([x, y], index) => shapeOf(text, index + 1, x, y)).join('');
  for (const [name, content] of Object.entries(files)) {
    if (/^ppt\/slides\/slide\d+\.xml$/.test(name)) files[name] = strToU8(strFromU8(content).replace('</p:spTree>', `${shapes}</p:spTree>`));
  }
  return zipSync(files);
}

/** Draws the watermark as tiles over every page. */
export const withWatermark = (format: 'PDF' | 'PPTX', bytes: Uint8Array, text: string): Promise<Uint8Array> =>
  format === 'PDF' ? onPdf(bytes, text) : Promise.resolve(onPptx(bytes, text));
