/** An incident in words: what stands in its texts and in the file for the authority. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';

/** The authority of Brazil reads Portuguese, whatever the unit speaks. */
export const authorityLocale: Locale = 'pt-BR';

type Unit = { name: string; members: number };

export async function unitOf(ctx: Context): Promise<Unit> {
  const [unit] = await ctx.run(sql<Unit>`
    select t.name, (select count(*) from membership) as members from tenant t where t.id = ${ctx.actor.tenant_id}::uuid`);
  return found(unit);
}

export const momentIn = (locale: Locale, timeZone: string, at: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));

const dayIn = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'short' }).format(new Date(`${day}T00:00:00Z`));

/** From when to when it happened, as far as that is known. */
function whenOf(locale: Locale, timezone: string, { happened_from, happened_until }: WholeIncident): string {
  const [from, until] = [happened_from, happened_until].map((at) => (at === null ? '' : momentIn(locale, timezone, at)));
  if (from && until) return translate(locale, 'incidentFile:between', { from, until });
  if (from) return translate(locale, 'incidentFile:since', { from });
  return until ? translate(locale, 'incidentFile:until', { until }) : '';
}

/** What the worksheet says, by the name of what it says; empty where it says nothing. */
export function wordsOf(locale: Locale, timezone: string, incident: WholeIncident, unit: Unit) {
  const at = (moment: string | null) => (moment === null ? '' : momentIn(locale, timezone, moment));
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  return {
    unit: unit.name,
    title: incident.title,
    state: translate(locale, `incidentFile:state_${incident.state}`),
    noticed: at(incident.noticed_at),
    due: dayIn(locale, incident.due_on),
    happened: incident.happened,
    when: whenOf(locale, timezone, incident),
    kinds: incident.data_kinds.map((kind) => translate(locale, `incidentFile:data_${kind}`)).join(', '),
    people: number(incident.people),
    members: number(unit.members),
    cause: incident.cause,
    measures: incident.measures,
    risk: translate(locale, `incidentFile:risk_${incident.risk}`),
    risk_reason: incident.risk_reason,
    officer: incident.data_officer,
    authority_told: at(incident.authority_told_at),
    people_told: at(incident.people_told_at),
    closing: incident.closing,
    closed: at(incident.closed_at),
  };
}
export type IncidentWords = ReturnType<typeof wordsOf>;
