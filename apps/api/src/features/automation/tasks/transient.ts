import type { Failure } from '#platform/http/fail.ts';

/** Asking again may help. */
export const transient = ({ word }: Failure): boolean => ['reporting_unavailable', 'reporting_throttled', 'unexpected'].includes(word);
