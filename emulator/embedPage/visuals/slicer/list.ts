import { advancedFilter } from '../../../visuals/view/filters.ts';
import { columnTarget, fieldName } from '../../../visuals/view/fields.ts';
import { queryParts } from '../../../visuals/query/parts.ts';
import type { QueryTable } from '../../../definitions/queries.ts';
import type { VisualEnvironment } from '../visual.ts';
import type { VisualModel } from '../../../visuals/visual.ts';
import { chosenValues, valuesFilter } from '../../../visuals/slicers/choice.ts';
import type { ListSpec } from './valueList.ts';

const searchDelayMs = 250;

/** Feeds a value list from a slicer's model; used open and in a drop-down. */
export function listFeeder(draw: (spec: ListSpec) => void): (model: VisualModel, environment: VisualEnvironment) => void {
  let found: QueryTable | undefined;
  let source: QueryTable | undefined;
  let timer = 0;

  const feed = (model: VisualModel, environment: VisualEnvironment): void => {
    const { definition, data, slicer } = model;
    const [field] = definition.category;
    const table = data.main;
    if (!field || !table) return;
    if (table !== source) found = undefined;
    source = table;
    const { format, say } = environment;
    const chosen = chosenValues(slicer);
    const [column] = table.columns;
    const known = (found ?? table).rows.map((row) => row[0] ?? null);
    // What is chosen stays in sight, also when another slicer leaves it without data.
    const values = [...chosen.filter((value) => !known.includes(value)), ...known];
    const single = definition.slicer?.single ?? false;
    draw({
      name: definition.title || fieldName(field),
      items: values.map((value) => ({ value, label: format.label(value, column ?? { field, type: 'text' }) })),
      chosen,
      single,
      more: table.more,
      say,
      onChoose: (next) => environment.slice(valuesFilter(columnTarget(field), next, single)),
      onSearch: (text) => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => {
          const part = queryParts(definition, undefined).main;
          if (!part || !text) {
            found = undefined;
            feed(model, environment);
            return;
          }
          const filters = [advancedFilter(columnTarget(field), [{ operator: 'Contains', value: text }])];
          environment.ask({ ...part, filters }).then(
            (answer) => {
              found = answer;
              feed(model, environment);
            },
            // Shown and reported where it was asked; the values that are here stay.
            () => undefined,
          );
        }, searchDelayMs);
      },
    });
  };
  return feed;
}
