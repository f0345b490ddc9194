import { expect, test } from 'vitest';
import type { Wanted } from './export.rules.ts';
import { exportRequest, fileName, filterText } from './export.rules.ts';

const wanted: Wanted = {
  kind: 'report',
  format: 'PDF',
  page: null,
  view_state: null,
  locale: 'pt-BR',
  identity: null,
  filters: [],
  dataset_id: 'dataset',
};
const identity = { username: 'ana@example.com', roles: ['Sul'] };
const identities = [{ ...identity, datasets: ['dataset'] }];

/** What is asked of the service for a file of a report. */
const whole = (besides: object) => ({ format: 'PDF', powerBIReportConfiguration: { settings: { locale: 'pt-BR' }, ...besides } });

test('a whole report is asked for in the language of the reader', () => {
  expect(exportRequest(wanted)).toEqual(whole({}));
});

test('the file shows the rows of the reader alone', () => {
  expect(exportRequest({ ...wanted, identity })).toMatchObject({ powerBIReportConfiguration: { identities } });
  expect(exportRequest({ ...wanted, kind: 'paginated', format: 'XLSX', identity })).toEqual({
    format: 'XLSX',
    paginatedReportConfiguration: { locale: 'pt-BR', identities },
  });
  expect(exportRequest({ ...wanted, identity, dataset_id: null })).toEqual(exportRequest(wanted));
});

test('the state of the screen belongs to its page, or to the whole report', () => {
  expect(exportRequest({ ...wanted, page: 'one', view_state: 'state' })).toEqual(
    whole({ pages: [{ pageName: 'one', bookmark: { state: 'state' } }] }),
  );
  expect(exportRequest({ ...wanted, page: 'one' })).toEqual(whole({ pages: [{ pageName: 'one' }] }));
  expect(exportRequest({ ...wanted, view_state: 'state' })).toEqual(whole({ defaultBookmark: { state: 'state' } }));
});

test('filters go along, with every name and text written so that the service reads it as one', () => {
  const filters = [
    { table: 'Loja da rede', column: 'Região', values: ["D'Oeste", 'Sul'] },
    { table: 'Date', column: 'Year_1', values: [2026, true] },
  ];
  const text = "Loja_x0020_da_x0020_rede/Região in ('D''Oeste','Sul') and Date/Year_1 in (2026,true)";
  expect(filterText(filters)).toBe(text);
  expect(exportRequest({ ...wanted, filters })).toEqual(whole({ reportLevelFilters: [{ filter: text }] }));
  expect(filterText([{ table: 'Vendas/Mês', column: '€', values: [1] }])).toBe('Vendas_x002F_Mês/_x20AC_ in (1)');
});

test('a report of pages becomes a picture as every other report does, and a table only a paginated one', () => {
  expect(exportRequest({ ...wanted, kind: 'paginated', format: 'PNG' })).toEqual({
    format: 'PNG',
    powerBIReportConfiguration: { settings: { locale: 'pt-BR' } },
  });
  for (const format of ['XLSX', 'CSV'] as const) {
    expect(() => exportRequest({ ...wanted, format })).toThrow(format);
    expect(exportRequest({ ...wanted, kind: 'paginated', format })).toEqual({ format, paginatedReportConfiguration: { locale: 'pt-BR' } });
  }
});

test('a file has the title as its name, without what file systems refuse', () => {
  expect(fileName(' Vendas: 2026/03\n"Sul" ', '.pdf')).toBe('Vendas 2026 03 Sul.pdf');
});
