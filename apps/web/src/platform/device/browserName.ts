/** A readable name of the browser from its user agent: `Chrome · Windows`. */

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const first = (agent: string, among: [RegExp, string][]) => among.find(([pattern]) => pattern.test(agent))?.[1];

/** Null when nothing is known about it. */
export function browserName(agent: string): string | null {
  return [first(agent, browsers), first(agent, systems)].filter((part) => part !== undefined).join(' · ') || null;
}

export const isPhone = (agent: string): boolean => /iPhone|Android/.test(agent);
