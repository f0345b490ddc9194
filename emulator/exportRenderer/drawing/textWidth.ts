/** Widths of the print font's letters in relation to its size, by kind: near enough to place what stands beside a text. */
const kinds: [letters: RegExp, width: number][] = [
  [/[il.,:;'|!íìî]/, 0.28],
  [/[\s\u00A0]/, 0.28],
  [/[jtfrI()[\]/-]/, 0.38],
  [/[mwMW%@…]/, 0.9],
  [/[A-ZÀ-Þ$+−]/, 0.68],
  [/\d/, 0.62],
];

const ordinary = 0.58;

export const textWidth = (text: string, size: number, bold = false): number => {
  const widths = Array.from(text, (letter) => kinds.find(([letters]) => letters.test(letter))?.[1] ?? ordinary);
  return widths.reduce((sum, width) => sum + width, 0) * size * (bold ? 1.05 : 1);
};
