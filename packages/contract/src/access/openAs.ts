/** *Open as this person*: a report with the person's rights and rows, read-only, and logged under both names. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { embedding, shownReport } from '../reading/reportReading.ts';
import { grantDraft } from './reportAccess.ts';

const can = { capability: 'report_access', right: 'use' } as const;

/** The report as it is shown, and as whom. */
const shownAs = shownReport.extend({ as: z.object({ name: z.string(), email: z.string() }) });

/** Opens the report as another person sees it: read-only, and logged under both names. */
export const openAs = endpoint({
  method: 'POST',
  path: '/api/reports/:id/access/:membership_id/open',
  can,
  summary: 'Shows a report as a person of the unit sees it now',
  audit: 'report.open_as',
  answer: shownAs,
});
export const renewAs = endpoint({
  method: 'POST',
  path: '/api/reports/:id/access/:membership_id/token',
  can,
  summary: 'A new token for a report that is shown as somebody sees it',
  answer: embedding,
});

export const openDraftAs = endpoint({
  method: 'POST',
  path: '/api/reports/:id/access/:membership_id/draft',
  can,
  summary: 'Shows a report as a person of the unit would see it with an assignment that is not saved yet',
  audit: 'report.open_as',
  body: grantDraft,
  answer: shownAs,
});
