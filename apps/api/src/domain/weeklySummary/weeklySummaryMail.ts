/** The words of a summary of a week, as lists and one act under the greeting of a mail, in the language of whoever reads it. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Block, Inline } from '@vitrine/contract/richText.ts';
import { plainText } from '@vitrine/contract/richText.ts';
import { z } from 'zod';
import { tableHtml, tablePlain } from '#domain/notifications/noticeTable.ts';
import { richHtml } from '#platform/mail/richHtml.ts';
import { translate } from '#platform/translate.ts';
import type { Advice, PartnerWeek, UnitWeek, WeekNumbers } from './weeklySummary.rules.ts';

type Rich = { html: string; plain: string };

const numbers = z.object({ views: z.number(), people: z.number().nullable(), minutes: z.number(), failures: z.number() });
/** What a notification keeps of a week: numbers and names of reports, never of readers. */
const told = z.object({
  now: numbers,
  before: numbers,
  added: z.object({ count: z.number(), titles: z.array(z.string()) }),
  unopened: z.object({ count: z.number(), never: z.number(), titles: z.array(z.string()) }),
  advice: z.object({ act: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])), link: z.string().nullable() }),
});
type Told = z.infer<typeof told>;

/** The values of a notification about a unit's week that ended on `date`. */
export function summaryValues(date: string, week: UnitWeek, advice: Advice): Record<string, string | number> {
  const { now, before, added, unopened } = week;
  const kept: Told = { now, before, added: { count: added.count, titles: added.titles }, unopened, advice };
  return { date, views: now.views, views_before: before.views, minutes: now.minutes, summary: JSON.stringify(kept) };
}

const text = (content: string, ...marks: NonNullable<Extract<Inline, { type: 'text' }>['marks']>): Inline => ({
  type: 'text',
  text: content,
  ...(marks.length > 0 ? { marks } : {}),
});
const paragraph = (...content: Inline[]) => ({ type: 'paragraph' as const, content });
const listOf = (lines: readonly string[]): Block => ({
  type: 'bulletList',
  content: lines.map((line) => ({ type: 'listItem', content: [paragraph(text(line))] })),
});
const richOf = (...content: Block[]): Rich => ({
  html: richHtml({ type: 'doc', content }, () => ''),
  plain: plainText({ type: 'doc', content }),
});

const measures = ['people', 'views', 'minutes', 'failures'] as const;

function changeOf(language: Locale, now: number, before: number | null): string {
  if (before === null) return '';
  const difference = new Intl.NumberFormat(language).format(Math.abs(now - before));
  const way = now > before ? 'more' : now < before ? 'fewer' : 'same';
  return translate(language, `analyzeWeek:${way}`, { difference });
}

/** One line for each number, with its difference from the week before; a number that nobody counted has none. */
const numberLines = (language: Locale, now: WeekNumbers, before: WeekNumbers): string[] =>
  measures.flatMap((measure) => {
    const count = now[measure];
    if (count === null) return [];
    const change = changeOf(language, count, before[measure]);
    return [`${translate(language, `analyzeWeek:${measure}`, { count })}${change === '' ? '' : `, ${change}`}.`];
  });

function titled(language: Locale, key: 'added' | 'unopened', { count, titles }: { count: number; titles: readonly string[] }): string {
  const others = count - titles.length;
  const more = others > 0 ? [translate(language, 'analyzeWeek:others', { count: others })] : [];
  return translate(language, `analyzeWeek:${key}`, { count, titles: new Intl.ListFormat(language).format([...titles, ...more]) });
}

function changes(language: Locale, { added, unopened }: Told): string[] {
  const never = unopened.never > 0 ? [translate(language, 'analyzeWeek:never', { count: unopened.never })] : [];
  return [titled(language, 'added', added), titled(language, 'unopened', unopened), ...never];
}

const headed = (language: Locale, key: 'changed' | 'act' | 'units') =>
  paragraph(text(translate(language, `analyzeWeek:${key}`), { type: 'bold' }));

/** In the plain text the address of the link stands behind the sentence. */
function actOf(language: Locale, origin: string, { act, values, link }: Advice): Rich {
  const sentence = translate(language, `analyzeWeek:act_${act}`, values);
  if (link === null) return richOf(headed(language, 'act'), paragraph(text(sentence)));
  const href = `${origin}${link}`;
  const way = text(translate(language, 'analyzeWeek:see'), { type: 'link', attrs: { href } });
  const { html } = richOf(headed(language, 'act'), paragraph(text(sentence), text(' '), way));
  return { html, plain: richOf(headed(language, 'act'), paragraph(text(`${sentence} ${href}`))).plain };
}

const joined = (...parts: Rich[]): Rich => ({
  html: parts.map(({ html }) => html).join('\n'),
  plain: parts.map(({ plain }) => plain).join('\n\n'),
});

/** A unit's summary out of the values of its notification; null for any other notification. */
export function summaryOf(language: Locale, origin: string, values: Record<string, string | number>): Rich | null {
  const { summary } = values;
  if (typeof summary !== 'string') return null;
  const week = told.parse(JSON.parse(summary));
  return joined(
    richOf(listOf(numberLines(language, week.now, week.before))),
    richOf(headed(language, 'changed'), listOf(changes(language, week))),
    actOf(language, origin, week.advice),
  );
}

const unitsShown = 10;

/** A partner's summary: all units together, those with the largest change as a table, and one act. No name of a reader or report. */
export function unitsSummary(language: Locale, origin: string, { now, before, units }: PartnerWeek, advice: Advice): Rich {
  const shown = (count: number | null) => (count === null ? '–' : new Intl.NumberFormat(language).format(count));
  const table = {
    columns: (['unit', 'people', 'views', 'before', 'failures'] as const).map((key) => translate(language, `analyzeWeek:column_${key}`)),
    rows: units
      .slice(0, unitsShown)
      .map((unit) => [unit.name, shown(unit.people), shown(unit.views), shown(unit.views_before), shown(unit.failures)]),
  };
  const listed = { html: tableHtml(table), plain: tablePlain(table) };
  return joined(
    richOf(listOf(numberLines(language, now, before))),
    ...(table.rows.length > 0 ? [richOf(headed(language, 'units')), listed] : []),
    actOf(language, origin, advice),
  );
}
