/** All time zones with their name and their offset at a moment, such as `-03:00`. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { zoneName } from '@vitrine/contract/zoneName.ts';

type Zone = { id: string; offset: string };

/** Cached per quarter of an hour, because offsets only change then and creating four hundred formatters takes 100 ms. */
const quarterMs = 15 * 60_000;
let formatters: Map<string, Intl.DateTimeFormat> | null = null;
/** Names stay; making those of a language takes 100 ms as well. */
const names = new Map<Locale, Map<string, string>>();
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

function namesIn(locale: Locale, zones: readonly Zone[]): Map<string, string> {
  const known = names.get(locale) ?? new Map(zones.map(({ id }) => [id, zoneName(id, locale)]));
  names.set(locale, known);
  return known;
}

/** Sorted by name, so that zones of one name stand together. */
export function timezonesAt(now: Date, locale: Locale): (Zone & { name: string })[] {
  const zones = offsetsAt(now);
  const called = namesIn(locale, zones);
  const order = new Intl.Collator(locale);
  return zones.map((zone) => ({ ...zone, name: called.get(zone.id) ?? zone.id })).toSorted((a, b) => order.compare(a.name, b.name));
}

function offsetsAt(now: Date): Zone[] {
  const quarter = Math.floor(now.getTime() / quarterMs);
  if (cached?.quarter !== quarter) {
    formatters ??= makeFormatters();
    cached = { quarter, zones: Array.from(formatters, ([id, formatter]) => ({ id, offset: offsetAt(formatter, now) })) };
  }
  return cached.zones;
}
