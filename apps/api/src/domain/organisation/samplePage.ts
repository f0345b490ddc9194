/** A page that shows a new unit what a report is: made-up sales of a year, in the unit's language. Styles on the elements, nothing that runs. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { formatMoney } from '@vitrine/contract/money.ts';
import { translate } from '#platform/translate.ts';

/** Thousands of a month; December is the best. */
const sales = [412, 398, 431, 447, 462, 451, 478, 469, 486, 512, 574, 698];
const best = Math.max(...sales);
const cell = 'padding: 8px 12px; border-bottom: 1px solid #e3e7ee;';

const rowOf = (locale: Locale, thousands: number, month: number): string => {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1)));
  const width = Math.round((100 * thousands) / best);
  return `
        <tr>
          <td style="${cell}">${name}</td>
          <td style="${cell} text-align: right;">${formatMoney(thousands * 100_000, locale)}</td>
          <td style="${cell} width: 55%;">
            <div style="height: 12px; width: ${width}%; border-radius: 6px; background: ${thousands === best ? '#0b7a5b' : '#2c5ac2'};"></div>
          </td>
        </tr>`;
};

export function samplePage(locale: Locale): string {
  const say = (key: string) => translate(locale, `companies:sample_${key}`);
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <title>${say('title')}</title>
  </head>
  <body>
    <div style="max-width: 820px; margin: 40px auto; padding: 0 24px; font-family: system-ui, sans-serif; color: #1d2736;">
      <h1 style="margin: 0 0 4px; font-size: 28px;">${say('title')}</h1>
      <p style="margin: 0 0 24px; color: #55627a;">${say('text')}</p>
      <table style="width: 100%; border-collapse: collapse; font-size: 15px;">
        <tr>
          <th style="${cell} text-align: left;">${say('month')}</th>
          <th style="${cell} text-align: right;">${say('sales')}</th>
          <th style="${cell}"></th>
        </tr>${sales.map((thousands, month) => rowOf(locale, thousands, month)).join('')}
      </table>
    </div>
  </body>
</html>
`;
}
