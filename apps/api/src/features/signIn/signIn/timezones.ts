/** All time zones with their offset at a moment, such as `-03:00`. */

type Zone = { id: string; offset: string };

/** Cached per quarter of an hour, because offsets only change then and creating four hundred formatters takes 100 ms. */
const quarterMs = 15 * 60_000;
let formatters: Map<string, Intl.DateTimeFormat> | null = null;
let cached: { quarter: number; zones: Zone[] } | null = null;

const makeFormatters = () =>
  new Map(
    ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => [
      id,
      new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' }),
    ]),
  );

function offsetAt(formatter: Intl.DateTimeFormat, now: Date): string {
  const name = formatter.formatToParts(now).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '').replace('−', '-');
}

export function timezonesAt(now: Date): Zone[] {
  const quarter = Math.floor(now.getTime() / quarterMs);
  if (cached?.quarter !== quarter) {
    formatters ??= makeFormatters();
    cached = { quarter, zones: Array.from(formatters, ([id, formatter]) => ({ id, offset: offsetAt(formatter, now) })) };
  }
  return cached.zones;
}
