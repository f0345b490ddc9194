/** The chain of hashes over a unit's audit log: how far it reaches, whether it holds, and how others can look (docs/decisions/030). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, id, moment } from '../fields.ts';

const can = { capability: 'unit_settings', right: 'read' } as const;

/** Entries that one call looks at. */
export const entriesAtOnce = 10_000;

/** A hash as the screen shows it: 64 hexadecimal digits. */
const seal = z.string();

export const state = endpoint({
  method: 'GET',
  path: '/api/audit/proof',
  can,
  summary: 'How many entries the chain of the audit log has, up to when, and the seals of the days, the latest first',
  answer: z.object({
    entries: z.number(),
    /** When the last line was written that has an entry; null before the first. */
    sealed_until: moment.nullable(),
    seals: z.array(z.object({ day, seal })),
  }),
});

/**
 * `changed`: the line says something else than when it was written; `removed`: it is gone before its time; `inserted`: it was put in
 * later; `chain`: an entry of the chain itself was changed, removed or put in; `seal`: the chain is not the one of that day's seal.
 */
const faultKinds = ['changed', 'removed', 'inserted', 'chain', 'seal'] as const;

const fault = z.object({
  kind: z.enum(faultKinds),
  /** The line; null where the chain itself is wrong. */
  id: id.nullable(),
  /** When the line was written, or the entry made. */
  at: moment,
  /** What the line says was done, where it is still there. */
  action: z.string().nullable(),
  object_type: z.string().nullable(),
});
export type ProofFault = z.infer<typeof fault>;

export const check = endpoint({
  method: 'GET',
  path: '/api/audit/proof/check',
  can,
  summary: `Looks at ${entriesAtOnce} entries after one and compares them with the lines; the first hundred faults are named`,
  query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
  answer: z.object({
    /** The last entry that was looked at; null when there are none behind it. */
    next: z.number().nullable(),
    checked: z.number(),
    faults: z.array(fault),
  }),
});

export const file = endpoint({
  method: 'GET',
  path: '/api/audit/proof/file',
  can,
  summary: 'The audit log of the unit with its chain, a line of JSON each, for the verifier',
  answer: download,
});

export const verifierKinds = ['page', 'program'] as const;

export const verifier = endpoint({
  method: 'GET',
  path: '/api/audit/proof/verifier',
  can,
  summary: 'What checks such a file without the portal and without a network: a page for a browser, or a program for Node.js',
  query: z.strictObject({ kind: z.enum(verifierKinds) }),
  answer: download,
});
