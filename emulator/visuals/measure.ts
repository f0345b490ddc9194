let context: CanvasRenderingContext2D | null | undefined;

/** Average width of a letter in relation to its size, where there is no canvas to measure with. */
const letterShare = 0.56;

/** The width of a text in pixels. */
export function textWidth(text: string, font: string, size: number, bold = false): number {
  if (typeof document === 'undefined') return text.length * size * letterShare;
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * letterShare;
  context.font = `${bold ? '600 ' : ''}${size}px ${font}`;
  return context.measureText(text).width;
}

export function widest(texts: string[], font: string, size: number, bold = false): number {
  return Math.max(0, ...texts.map((text) => textWidth(text, font, size, bold)));
}
