import type { Cell } from '../../definitions/queries.ts';
import { numeric } from '../charts/pivot.ts';
import type { FormatColumn } from '../format/format.ts';
import type { VisualModel, VisualStyle } from '../visual.ts';
import { changeOf } from './kpiChange.ts';
import type { Change } from './kpiChange.ts';

type KpiFacts = {
  value: number;
  column: FormatColumn;
  /** The newest period; undefined when the measure has none. */
  period: string | undefined;
  /** The name of the goal, when there is one. */
  goal: string | undefined;
  /** What the value is compared with, in words: the goal, or else the period before. */
  base: string;
  change: Change | undefined;
  course: (number | null)[];
};

/** The newest period of a measure, compared with its goal or else with the period before; undefined for a measure without values. */
export function kpiFacts(
  { definition, data }: Pick<VisualModel, 'definition' | 'data'>,
  { format, say }: Pick<VisualStyle, 'format' | 'say'>,
): KpiFacts | undefined {
  const table = data['main'];
  const first = definition.category.length > 0 ? 1 : 0;
  const column = table?.columns[first];
  const rows = (table?.rows ?? []).filter((row) => numeric(row[first]) !== null);
  const [last, before] = [rows.at(-1), rows.at(-2)];
  const value = numeric(last?.[first]);
  if (!table || !column || !last || value === null) return undefined;
  const periodColumn = first > 0 ? table.columns[0] : undefined;
  const periodOf = (row: Cell[] | undefined): string | undefined => row && periodColumn && format.label(row[0] ?? null, periodColumn);
  const goalColumn = table.columns[first + 1];
  const compared = numeric(goalColumn ? last[first + 1] : before?.[first]);
  const goalText = goalColumn && compared !== null ? format.compact(compared, goalColumn) : '';
  return {
    value,
    column,
    period: periodOf(last),
    goal: goalColumn?.name,
    base: goalColumn ? goalText : (periodOf(before) ?? ''),
    change: changeOf(value, compared, column, format, say),
    course: rows.map((row) => numeric(row[first])),
  };
}
