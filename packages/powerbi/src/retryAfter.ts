/** A `Retry-After` header, seconds or HTTP date, as whole seconds from now; null when absent or unreadable. */
export const retryAfterSeconds = (header: string | null, nowMs: number): number | null => {
  if (header === null || header.trim() === '') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000));
};
