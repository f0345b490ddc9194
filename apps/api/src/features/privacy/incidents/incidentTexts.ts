/** The notice to people and the letter to the authority: made from the worksheet until somebody writes them. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/privacy/incidents.ts';
import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';
import { readIncident } from './incidentRows.ts';
import type { IncidentWords } from './incidentWords.ts';
import { authorityLocale, unitOf, wordsOf } from './incidentWords.ts';

type Texts = { notice: string; letter: string };
type Saved = { notice: string | null; letter: string | null };

/** What the worksheet does not say yet is marked, so that nobody sends it unseen. */
const filled = (locale: Locale, words: IncidentWords): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, said]) => [name, said === '' ? translate(locale, 'incidentFile:to_fill') : said]));

export async function makeTexts(ctx: Context, locale: Locale, incident: WholeIncident): Promise<Texts> {
  const unit = await unitOf(ctx);
  const wordsIn = (language: Locale) => filled(language, wordsOf(language, ctx.actor.timezone, incident, unit));
  const letter = translate(authorityLocale, 'incidentFile:letter', wordsIn(authorityLocale));
  // The law asks why it comes late only where it does.
  const delay = incident.late ? `\n\n${translate(authorityLocale, 'incidentFile:letter_late')}` : '';
  return { notice: translate(locale, 'incidentFile:notice', wordsIn(locale)), letter: `${letter}${delay}` };
}

export async function savedTexts(ctx: Context, id: string): Promise<Saved> {
  const [saved] = await ctx.run(sql<Saved>`select notice, letter from incident where id = ${id}`);
  return found(saved);
}

export async function textsOf(ctx: Context, id: string): Promise<Answer<typeof contract.getTexts>> {
  const incident = await readIncident(ctx, id);
  return { saved: await savedTexts(ctx, id), made: await makeTexts(ctx, ctx.request.locale, incident), version: incident.version };
}
