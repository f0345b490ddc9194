const namespace = 'http://www.w3.org/2000/svg';

const shape = (tag: string, attributes: Record<string, string>): SVGElement => {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

/** A small line without axes: only the direction counts. Gaps are skipped. */
export function sparkline(values: (number | null)[]): SVGElement {
  const [width, height, inset] = [100, 32, 3];
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => (values.length > 1 ? (at / (values.length - 1)) * width : width / 2);
  const y = (value: number) => (most > least ? inset + (1 - (value - least) / (most - least)) * (height - 2 * inset) : height / 2);
  const places = values.flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(2)},${y(value).toFixed(2)}`]));
  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', class: 'sparkline', 'aria-hidden': 'true' });
  if (places.length < 2) return svg;
  const [start, end] = [places[0]?.split(',')[0] ?? '0', places.at(-1)?.split(',')[0] ?? '0'];
  svg.append(
    shape('polygon', { points: `${start},${height} ${places.join(' ')} ${end},${height}`, class: 'spark-area' }),
    shape('polyline', { points: places.join(' '), class: 'spark-line' }),
  );
  return svg;
}
