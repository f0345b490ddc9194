/** The records as a PDF, to be kept or handed to who asks for them. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { ProcessingRecords } from '@vitrine/contract/privacy/processingRecords.ts';
import { writable } from '#domain/reporting/files/pdfText.ts';
import { translate } from '#platform/translate.ts';

const page = { width: 595, height: 842, margin: 56 };
const indent = 130;

/** Draws headings, sentences and lines of a label with its text, on as many pages as it takes. */
async function openSheets(title: string, locale: Locale) {
  const { PDFDocument, StandardFonts, rgb } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)];
  document.setTitle(title);
  document.setLanguage(locale);
  let sheet = document.addPage([page.width, page.height]);
  let y = page.height - page.margin;
  const down = (by: number, keep = 0) => {
    y -= by;
    if (y - keep > page.margin) return;
    sheet = document.addPage([page.width, page.height]);
    y = page.height - page.margin;
  };
  const wrapped = (text: string, size: number, width: number): string[] => {
    const lines: string[] = [];
    for (const word of writable(text).split(/\s+/)) {
      const last = lines.at(-1);
      if (last !== undefined && plain.widthOfTextAtSize(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  };
  const write = (text: string, { size = 10, strong = false, x = page.margin, dim = false } = {}) =>
    sheet.drawText(writable(text), { x, y, size, font: strong ? bold : plain, color: dim ? rgb(0.35, 0.35, 0.35) : rgb(0, 0, 0) });
  const width = page.width - 2 * page.margin;
  return {
    heading: (text: string, size = 13) => {
      down(size + 10, 60);
      for (const line of wrapped(text, size * 1.08, width)) {
        write(line, { size, strong: true });
        down(size + 5);
      }
    },
    sentence: (text: string) => {
      for (const line of wrapped(text, 10, width)) {
        write(line);
        down(14);
      }
      down(3);
    },
    fact: (label: string, text: string) => {
      if (text === '') return;
      const labels = wrapped(label, 9, indent - 12);
      const lines = wrapped(text, 10, width - indent);
      for (let at = 0; at < Math.max(labels.length, lines.length); at++) {
        const [name, line] = [labels[at], lines[at]];
        if (name !== undefined) write(name, { size: 9, dim: true });
        if (line !== undefined) write(line, { x: page.margin + indent });
        down(14);
      }
      down(2);
    },
    save: () => document.save(),
  };
}

export async function recordsPdf(records: ProcessingRecords, day: string, locale: Locale): Promise<Uint8Array> {
  const words = (key: string, values?: Record<string, string>) => translate(locale, `processingRecords:${key}`, values);
  const { unit, partner, officer, activities, measures, end } = records;
  const sheets = await openSheets(`${words('title')} ${unit}`, locale);
  sheets.heading(words('title'), 18);
  sheets.sentence(unit);
  sheets.sentence(words('made', { date: day }));
  sheets.heading(words('parties'));
  sheets.fact(words('controller'), unit);
  sheets.fact(words('operator'), words('operator_name'));
  sheets.fact(words('partner'), partner ?? '');
  sheets.fact(words('officer'), officer.name === '' ? words('officer_none') : `${officer.name}, ${officer.email}`);
  for (const activity of activities) {
    sheets.heading(activity.title);
    for (const key of ['purpose', 'basis', 'people', 'data'] as const) sheets.fact(words(key), activity[key]);
    for (const key of ['sources', 'recipients'] as const) sheets.fact(words(key), activity[key].join('; '));
    sheets.fact(words('kept'), activity.kept);
  }
  sheets.heading(words('measures'));
  for (const measure of measures) sheets.sentence(measure);
  sheets.heading(words('end'));
  for (const line of end) sheets.sentence(line);
  return sheets.save();
}
