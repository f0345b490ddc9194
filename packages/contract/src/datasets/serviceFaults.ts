/**
 * Failures that the reporting service tells in English, by what they mean. Its sentences are no contract and carry names, so
 * they are recognised by their words; the catalogue `serviceFaults` has a sentence for each, and what to do about it.
 */
const known = [
  ['rows_missing', /has no rows/i],
  ['file_too_large', /holds too much|larger than|too large/i],
  ['file_unreadable', /cannot be read|encrypted|corrupt/i],
  ['file_unusable', /cannot be used|may only read a data file/i],
  ['workspace_gone', /workspace is not there/i],
  ['credentials', /credential|access token|login failed|unauthori[sz]ed/i],
  ['gateway', /gateway/i],
  ['capacity', /capacity.{0,80}not active|capacity.{0,80}(?:paused|suspended)|CapacityNotActive/i],
  ['memory', /memory|exceeded.{0,80}resources|resource.{0,80}exceeded/i],
  ['timeout', /timed? ?out|time limit/i],
  ['column_missing', /column.{0,80}(?:not found|wasn't found|does not exist|cannot be found)/i],
  ['duplicates', /duplicate value/i],
  ['values', /cannot convert|could ?n[o']t convert|type mismatch|DataFormat/i],
  ['source', /data source|server.{0,80}(?:not found|reach|available)|could not (?:connect|reach)|connection/i],
] as const satisfies readonly (readonly [string, RegExp])[];

export type ServiceFault = (typeof known)[number][0] | 'other';

/** What a sentence of the service means. */
export const serviceFaultOf = (message: string): ServiceFault => known.find(([, pattern]) => pattern.test(message))?.[0] ?? 'other';
