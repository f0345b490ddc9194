/**
 * Frequently asked questions: administrators write them in up to four languages, everybody of the unit reads the published ones,
 * and with them those of the partner and of the operator (`sharedFaq.ts`).
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, text, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';
import { faqScreens } from '../screens.ts';

const use = { capability: 'faq', right: 'use' } as const;
const write = { capability: 'faq', right: 'write' } as const;

/** In the order in which they are shown. */
export const faqTopics = ['access', 'reports', 'data', 'account', 'other'] as const;

/** Whose a question is, in the order in which those of a topic are shown: what is nearest comes first. */
export const faqLevels = ['unit', 'partner', 'platform'] as const;

/** A text of at most so many characters. Who reads in a language that has none gets the Portuguese one. */
const inLanguages = (max: number) => {
  const other = text(max).default('');
  return z.strictObject({ 'pt-BR': text(max).min(1, 'required'), 'en-US': other, es: other, 'pt-PT': other });
};
/** As it is stored: what nobody wrote may be missing. */
const stored = z.object({
  'pt-BR': z.string(),
  'en-US': z.string().optional(),
  es: z.string().optional(),
  'pt-PT': z.string().optional(),
});
const texts = { question: inLanguages(300), answer: inLanguages(4000) };

export const faqRow = z.object({
  id,
  level: z.enum(faqLevels),
  /** Of what the unit inherits: not shown here. Only who writes is told of such a question. */
  hidden: z.boolean(),
  topic: z.enum(faqTopics),
  /** In whose help it stands. */
  screen: z.enum(faqScreens).nullable(),
  published: z.boolean(),
  /** In the language of the reader. */
  question: z.string(),
  answer: z.string(),
  /** What is edited; null for who only reads, and of what stands above the unit. */
  languages: z.object({ question: stored, answer: stored }).nullable(),
  /** Whether it helped the reader; null while that is not said. */
  helped: z.boolean().nullable(),
  /** How many it helped and did not help, for who writes. */
  votes: z.object({ helped: z.number(), not_helped: z.number() }).nullable(),
  version: z.number(),
  can: rowCan,
});
export type Faq = z.infer<typeof faqRow>;

export const faqInput = z.strictObject({
  topic: z.enum(faqTopics),
  screen: z.enum(faqScreens).nullable().default(null),
  published: z.boolean().default(true),
  ...texts,
});

export const list = endpoint({
  method: 'GET',
  path: '/api/faq',
  can: use,
  summary: 'Questions and answers by topic, of the unit and above it; readers get the published ones. The search forgives typing errors',
  query: listQuery(['position']),
  answer: editableListOf(faqRow),
});
export const get = endpoint({ method: 'GET', path: '/api/faq/:id', can: use, summary: 'One question with its answer', answer: faqRow });
const suggestion = z.object({ id, question: z.string(), answer: z.string() });
export type FaqSuggestion = z.infer<typeof suggestion>;

export const suggestions = endpoint({
  method: 'GET',
  path: '/api/faq/suggestions',
  can: use,
  summary: 'The few published questions that are nearest to what somebody is writing',
  query: z.strictObject({ q: z.string().trim().max(400) }),
  answer: z.object({ data: z.array(suggestion) }),
});
export const ofScreen = endpoint({
  method: 'GET',
  path: '/api/faq/of_screen',
  can: use,
  summary: 'The published questions that are tied to a screen of the portal, for its help',
  query: z.strictObject({ screen: z.enum(faqScreens) }),
  answer: z.object({ data: z.array(suggestion) }),
});
export const vote = endpoint({
  method: 'PUT',
  path: '/api/faq/:id/vote',
  can: use,
  summary: 'Says whether an answer helped, or takes that back',
  body: z.strictObject({ helped: z.boolean().nullable() }),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/faq',
  can: write,
  summary: 'Adds a question at the end of its topic',
  audit: 'faq.add',
  status: 201,
  body: faqInput,
  answer: faqRow,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/faq/:id',
  can: write,
  summary: 'Changes a question',
  audit: 'faq.update',
  body: faqInput.extend({ version }),
  answer: faqRow,
});
export const remove = endpoint({ method: 'DELETE', path: '/api/faq/:id', can: write, summary: 'Deletes a question', audit: 'faq.remove' });
export const reorder = endpoint({
  method: 'PUT',
  path: '/api/faq/order',
  can: write,
  summary: 'Puts these questions into this order, in the places that they have now',
  audit: 'faq.reorder',
  body: z.strictObject({ faq_ids: z.array(id).min(1).max(100) }),
});
