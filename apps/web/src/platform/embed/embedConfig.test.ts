import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import { clientInNode } from './clientInNode.ts';
import { embedConfig } from './embedConfig.ts';

const guid = '5f0c7e6e-0d37-4d3c-9a43-6d0b6f0f8a11';
const opened: OpenedReport = {
  id: guid,
  kind: 'report',
  title: 'Vendas',
  group_id: guid,
  group_name: 'Comercial',
  embed: {
    report_id: guid,
    embed_url: 'https://app.powerbi.com/reportEmbed?reportId=x',
    token: 't',
    token_id: guid,
    expires_at: '2026-11-21T15:00:00Z',
  },
  filters: [
    {
      $schema: 'http://powerbi.com/product/schema#basic',
      filterType: 1,
      target: { table: 'Lojas', column: 'Região' },
      operator: 'In',
      values: ['Sul', 7, true],
    },
  ],
  settings: {
    show_navigation_panel: false,
    side_filter: true,
    show_visual_headers: false,
    show_hidden_pages: false,
    mobile_background: false,
    resolution: 'fit_to_page',
    orientation: 'auto',
    show_name_report: true,
    show_menu_report: false,
    branded: false,
  },
  can: { edit: true, export: false, comment: false },
  favourite: false,
  trust: { certified: null, owner: null },
  maintenance: null,
  watermark: null,
  saved: { memory: null, filters: null },
  show_last_update: false,
  view_id: guid,
};

test('is accepted by the client itself, in every layout', async () => {
  const { models } = await clientInNode();
  for (const layout of ['as_made', 'phone_portrait', 'phone_landscape', 'fit_width'] as const) {
    expect(models.validateReportLoad(embedConfig(opened, layout, 'pt-BR')), layout).toBeUndefined();
  }
});

test('opens for reading even when the person may edit', () => {
  expect(embedConfig(opened, 'as_made', 'pt-BR')).toMatchObject({ permissions: 0, viewMode: 0, tokenType: 1 });
});

test('carries the filters of the assignment and the settings of the report', () => {
  const config = embedConfig(opened, 'as_made', 'pt-PT');
  expect(config.filters).toEqual(opened.filters);
  expect(config.settings).toMatchObject({
    localeSettings: { language: 'pt-pt', formatLocale: 'pt-PT' },
    panes: { filters: { visible: true, expanded: false }, pageNavigation: { visible: false } },
    visualSettings: { visualHeaders: [{ settings: { visible: false } }] },
  });
});

test('fits the page as the report says, and to the width on a phone without a phone layout', () => {
  expect(embedConfig(opened, 'as_made', 'es').settings).toMatchObject({ layoutType: 1, customLayout: { displayOption: 0 } });
  expect(embedConfig(opened, 'fit_width', 'es').settings).toMatchObject({ layoutType: 1, customLayout: { displayOption: 1 } });
});

test('shows the background of the phone layout only when the report says so', () => {
  const withBackground = { ...opened, settings: { ...opened.settings, mobile_background: true } };
  expect(embedConfig(opened, 'phone_portrait', 'es').settings).toMatchObject({ layoutType: 2, background: 1 });
  expect(embedConfig(withBackground, 'phone_landscape', 'es').settings).toMatchObject({ layoutType: 3, background: 0 });
});

test('leaves a paginated report its own panes and pages', async () => {
  const paginated = { ...opened, embed: { ...opened.embed, embed_url: 'https://app.powerbi.com/rdlEmbed?reportId=x' } };
  const config = embedConfig(paginated, 'as_made', 'en-US');
  expect(config).not.toHaveProperty('filters');
  const { models } = await clientInNode();
  expect(models.validatePaginatedReportLoad(config)).toBeUndefined();
});

test('lists the pages once: the portal’s list stands for the report’s own', () => {
  const panes = (show_navigation_panel: boolean, show_menu_report: boolean) =>
    embedConfig({ ...opened, settings: { ...opened.settings, show_navigation_panel, show_menu_report } }, 'as_made', 'pt-BR').settings
      ?.panes;
  expect(panes(true, false)).toMatchObject({ pageNavigation: { visible: true } });
  expect(panes(true, true)).toMatchObject({ pageNavigation: { visible: false } });
});

test('a branded report stands on pages of its theme, others on the portal, and whoever edits sees what is stored', () => {
  const branded = { ...opened, settings: { ...opened.settings, branded: true } };
  const edited = embedConfig(branded, 'fit_width', 'pt-BR', { edit: true });
  expect(edited.theme).toBeUndefined();
  expect(edited.settings?.background).toBe(0);
  expect(embedConfig(opened, 'fit_width', 'pt-BR').settings?.background).toBe(1);
});
