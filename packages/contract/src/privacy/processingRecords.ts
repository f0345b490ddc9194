/** Records of processing (LGPD, art. 37): what the portal does with personal data in a unit, as it is configured now. */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { email, moment } from '../fields.ts';

/** Who sees and keeps the configuration of a unit. */
const read = { capability: 'unit_settings', right: 'read' } as const;
const write = { capability: 'unit_settings', right: 'write' } as const;

/** Each use of personal data, in the order of the document. Only those that the unit uses now are told. */
const processingActivities = [
  'accounts',
  'arrivals',
  'access',
  'reading',
  'collaboration',
  'support',
  'notices',
  'automation',
  'embedding',
  'remote_access',
  'log',
  'rights',
  'billing',
] as const;
export type ProcessingActivity = (typeof processingActivities)[number];

const sentence = z.string();
const activity = z.object({
  key: z.enum(processingActivities),
  title: sentence,
  purpose: sentence,
  basis: sentence,
  people: sentence,
  data: sentence,
  sources: z.array(sentence),
  recipients: z.array(sentence),
  kept: sentence,
});

/** Sentences are in the language of the caller. */
const processingRecords = z.object({
  made_at: moment,
  unit: z.string(),
  /** Null: a unit of the operator. */
  partner: z.string().nullable(),
  officer: z.object({ name: z.string(), email: z.string() }),
  activities: z.array(activity),
  measures: z.array(sentence),
  /** What happens to the data when the unit ends, and how to take them before. */
  end: z.array(sentence),
  can: z.object({ edit: z.boolean() }),
});
export type ProcessingRecords = z.infer<typeof processingRecords>;

export const get = endpoint({
  method: 'GET',
  path: '/api/processing_records',
  can: read,
  summary: 'What the portal does with personal data in the unit, by its configuration of now',
  answer: processingRecords,
});

export const document = endpoint({
  method: 'GET',
  path: '/api/processing_records/document',
  can: read,
  summary: 'The same as a PDF, with its date',
  answer: download,
});

const officerInput = z.strictObject({ name: z.string().trim().min(1, 'required').max(120), email });

export const nameOfficer = endpoint({
  method: 'PUT',
  path: '/api/processing_records/officer',
  can: write,
  summary: 'Says who answers for the data of the unit (LGPD, art. 41)',
  audit: 'data_officer.save',
  body: officerInput,
});
