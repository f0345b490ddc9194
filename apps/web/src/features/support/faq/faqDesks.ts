/** The levels of questions (unit, partner, platform) with their endpoints, for the same screen. */
import type { faqLevels } from '#endpoints/support/faq.ts';
import * as unit from '#endpoints/support/faq.ts';
import * as shared from '#endpoints/support/sharedFaq.ts';
import { call } from '#platform/http.ts';

export type Level = (typeof faqLevels)[number];
type Desk = Pick<typeof unit | typeof shared, 'list' | 'get' | 'remove'> & { order: (ids: string[]) => Promise<unknown> };

const ofUnit: Desk = { ...unit, order: (faq_ids) => call(unit.reorder, { body: { faq_ids } }) };
const above: Desk = { ...shared, order: (shared_faq_ids) => call(shared.reorder, { body: { shared_faq_ids } }) };

export const deskOf = (level: Level): Desk => (level === 'unit' ? ofUnit : above);
