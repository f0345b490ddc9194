/** Small helpers to draw the demo's brands as SVG: all of it is drawn here and belongs to nobody else. */

export const svg = (width: number, height: number, ...parts: (string | string[])[]): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.flat().join('')}</svg>`,
  );

/** An element with attributes, and what stands in it. */
export const shape = (name: string, attributes: Record<string, string | number>, ...content: string[]): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 10) / 10 : value}"`)
    .join('')}${content.length > 0 ? `>${content.join('')}</${name}>` : '/>'}`;

export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Record<string, string | number> = {},
): string => shape('rect', { x, y, width, height, fill, ...more });
export const path = (d: string, fill: string, more: Record<string, string | number> = {}): string => shape('path', { d, fill, ...more });
export const line = (d: string, stroke: string, width: number, more: Record<string, string | number> = {}): string =>
  shape('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more });
export const disc = (cx: number, cy: number, r: number, fill: string, more: Record<string, string | number> = {}): string =>
  shape('circle', { cx, cy, r, fill, ...more });

/** What `of` makes of 0 to `count` - 1. */
export const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('');

/** A number from 0 to 1 that looks like chance and is always the same. */
export const chance = (index: number, salt = 0): number => {
  const wild = Math.sin(index * 127.1 + salt * 311.7) * 43758.5453;
  return wild - Math.floor(wild);
};

/** A ridge from the left edge to the right one, filled down to the bottom. */
export function ridge(
  width: number,
  bottom: number,
  heightAt: (x: number) => number,
  fill: string,
  more: Record<string, string | number> = {},
): string {
  const step = 20;
  const points = Array.from({ length: width / step + 1 }, (_, index) => `${index * step} ${Math.round(heightAt(index * step))}`);
  return path(`M0 ${bottom}L${points.join('L')}L${width} ${bottom}Z`, fill, more);
}
