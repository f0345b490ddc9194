import { textWidth } from './textWidth.ts';
import type { Theme } from '../../visuals/theme/theme.ts';

/** The typeface of printed pages; what they name besides, only a browser has. */
export const printFont = 'Inter';

export type Box = { x: number; y: number; width: number; height: number };

/** A text and where it stands, for what cannot see the picture: search, screen readers, tests. */
type PrintedText = { text: string; x: number; y: number; size: number };

/** A page as a picture, and the texts in it. */
export type Sheet = { width: number; height: number; svg: string; texts: PrintedText[] };

type TextStyle = { size: number; color: string; bold?: boolean; anchor?: 'start' | 'middle' | 'end'; room?: number };

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const fitting = (text: string, size: number, bold: boolean, room: number | undefined): string => {
  const width = (candidate: string) => textWidth(candidate, size, bold);
  if (room === undefined || width(text) <= room) return text;
  let length = text.length - 1;
  while (length > 1 && width(`${text.slice(0, length)}…`) > room) length--;
  return `${text.slice(0, length).trimEnd()}…`;
};

const chartText = /<text[^>]*?transform="translate\((?<x>-?[\d.]+) (?<y>-?[\d.]+)\)[^"]*"[^>]*>(?<text>[^<]*)<\/text>/g;
const plainText = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Collects the shapes of one page. */
export const createSheet = (width: number, height: number, theme: Theme) => {
  const shapes: string[] = [];
  const texts: PrintedText[] = [];

  const sheet = {
    theme,
    rect: ({ x, y, width: w, height: h }: Box, style: { fill: string; stroke?: string; radius?: number; opacity?: number }): void => {
      const stroke = style.stroke === undefined ? '' : ` stroke="${style.stroke}"`;
      shapes.push(
        `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${style.radius ?? 0}" fill="${style.fill}" fill-opacity="${style.opacity ?? 1}"${stroke}/>`,
      );
    },

    line: (x1: number, y1: number, x2: number, y2: number, color: string): void => {
      shapes.push(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${color}" fill="none"/>`);
    },

    path: (d: string, style: { fill?: string; stroke?: string; opacity?: number }): void => {
      shapes.push(
        `<path d="${d}" fill="${style.fill ?? 'none'}" stroke="${style.stroke ?? 'none'}" stroke-width="1.75" stroke-linejoin="round" opacity="${style.opacity ?? 1}"/>`,
      );
    },

    /** One line of text on its base line; shortened to its room. Answers its width. */
    text: (text: string, x: number, y: number, { size, color, bold = false, anchor = 'start', room }: TextStyle): number => {
      const shown = fitting(text, size, bold, room);
      const shownWidth = textWidth(shown, size, bold);
      const left = anchor === 'start' ? x : anchor === 'end' ? x - shownWidth : x - shownWidth / 2;
      shapes.push(
        `<text x="${x}" y="${y}" font-family="${printFont}" font-size="${size}" font-weight="${bold ? 600 : 400}" fill="${color}" text-anchor="${anchor}" xml:space="preserve">${escapeXml(shown)}</text>`,
      );
      if (shown.trim() !== '') texts.push({ text: shown, x: left, y, size });
      return shownWidth;
    },

    /** A picture of its own. As a document within the page it ends at its box by itself; cut off once more, resvg would draw nothing of one that reaches far beyond. */
    picture: (svg: string, box: Box): void => {
      shapes.push(`<g transform="translate(${box.x} ${box.y})">${svg}</g>`);
      for (const { groups } of svg.matchAll(chartText)) {
        const [x, y, text] = [Number(groups?.['x']), Number(groups?.['y']), plainText(groups?.['text'] ?? '')];
        if (text.trim() !== '' && x >= 0 && y <= box.height) texts.push({ text, x: box.x + x, y: box.y + y, size: 11 });
      }
    },

    done: (): Sheet => ({
      width,
      height,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`,
      texts,
    }),
  };
  sheet.rect({ x: 0, y: 0, width, height }, { fill: theme.canvas });
  return sheet;
};
export type Drawing = ReturnType<typeof createSheet>;
