import { randomUUID } from 'node:crypto';
import { reportDefinition } from '../../definitions/report.ts';
import type { FieldRef, ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';

const [left, width, gap] = [24, 1232, 16];
const mostCards = 4;
const mostColumns = 8;

/** What a new report on a dataset begins with: its measures, and the rows of its first table. Its author goes on from there. */
export const beginReport = (model: ModelDefinition): ReportDefinition => {
  const measures = model.measures.slice(0, mostCards).map(({ table, name }): FieldRef => ({ table, measure: name }));
  const [first] = model.tables;
  const columns = (first?.columns ?? []).filter(({ hidden }) => !hidden);
  const cardWidth = (width - (measures.length - 1) * gap) / Math.max(1, measures.length);
  const cards = measures.map((measure, at) => ({
    name: `card${at + 1}`,
    type: 'card',
    values: [measure],
    layout: { x: left + at * (cardWidth + gap), y: 24, width: cardWidth, height: 104 },
  }));
  const top = cards.length > 0 ? 144 : 24;
  const table = {
    name: 'table1',
    type: 'tableEx',
    title: first?.name,
    category: columns.slice(0, mostColumns).map(({ name }) => ({ table: first?.name, column: name })),
    layout: { x: left, y: top, width, height: 696 - top },
  };
  const page = { name: 'page1', display_name: model.name, visuals: [...cards, table] };
  return reportDefinition.parse({ id: randomUUID(), name: model.name, model: model.id, pages: [page] });
};
