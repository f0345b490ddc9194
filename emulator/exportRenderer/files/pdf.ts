import { deflateSync } from 'node:zlib';
import {
  PDFDocument,
  PDFRawStream,
  StandardFonts,
  TextRenderingMode,
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import type { PDFFont, PDFPage } from '@cantoo/pdf-lib';
import type { Sheet } from '../drawing/sheet.ts';
import { pixelsOf } from './raster.ts';

const producer = 'Vitrine, local reporting service';

/** Points for one pixel. */
const scale = 0.75;

/** What the standard font has no letter for is left out: nobody sees this text. */
const encodable = (known: Set<number>, text: string): string =>
  Array.from(text.replaceAll('\u00A0', ' ').replaceAll('−', '-'))
    .filter((letter) => known.has(letter.codePointAt(0) ?? 0))
    .join('');

/** The texts of the picture, invisible over it: they can be searched, copied and read aloud. */
const writeTexts = (page: PDFPage, sheet: Sheet, font: PDFFont): void => {
  const known = new Set(font.getCharacterSet());
  for (const { text, x, y, size } of sheet.texts) {
    page.drawText(encodable(known, text), {
      x: x * scale,
      y: (sheet.height - y) * scale,
      size: size * scale,
      font,
      renderMode: TextRenderingMode.Invisible,
    });
  }
};

/** Puts the pixels in as they are: reading a PNG back would cost seconds a page. */
const drawPicture = async (document: PDFDocument, page: PDFPage, sheet: Sheet): Promise<void> => {
  const { width, height, rgb } = await pixelsOf(sheet);
  const picture = document.context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  const name = page.node.newXObject('Picture', document.context.register(PDFRawStream.of(picture, deflateSync(rgb))));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(page.getWidth(), 0, 0, page.getHeight(), 0, 0),
    drawObject(name),
    popGraphicsState(),
  );
};

/** One page for each sheet; the same sheets at the same moment are the same bytes. */
export const pdfOf = async (title: string, sheets: Sheet[], created: Date): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setProducer(producer);
  document.setCreator(producer);
  document.setCreationDate(created);
  document.setModificationDate(created);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const sheet of sheets) {
    const page = document.addPage([sheet.width * scale, sheet.height * scale]);
    await drawPicture(document, page, sheet);
    writeTexts(page, sheet, font);
  }
  return document.save({ useObjectStreams: false });
};
