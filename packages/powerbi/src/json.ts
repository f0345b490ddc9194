/**
 * Reads JSON as the service sends it: executeQueries replies start with a byte order mark (docs/reference/powerbi.md A4).
 * An empty text is `undefined`. Throws `SyntaxError` for anything else that is not JSON.
 */
export const parseJson = (text: string): unknown => {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return body.trim() === '' ? undefined : JSON.parse(body);
};

/** As `parseJson`, but text that is not JSON is `undefined`: error pages of proxies are often HTML. */
export const parseJsonOrNothing = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** The value as an object with unknown members; `{}` for everything that is none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/**
 * Renames members to the given spelling, whatever their letter case. Microsoft's published description writes
 * `IsRefreshable` where the wire says `isRefreshable` (docs/reference/powerbi.md A4); unknown members keep their name.
 */
export const withSpelling = (value: unknown, names: readonly string[]): Record<string, unknown> => {
  const spelling = new Map(names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(Object.entries(asRecord(value)).map(([name, member]) => [spelling.get(name.toLowerCase()) ?? name, member]));
};
