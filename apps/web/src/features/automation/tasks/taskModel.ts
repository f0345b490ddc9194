/** The model behind the report of a form, for what is chosen from it. */
import type { ModelName, QuestionModel } from '@vitrine/contract/automation/taskQuestions.ts';
import { model } from '#endpoints/automation/taskQuestions.ts';
import { useEndpoint } from '#platform/query.ts';

const lastsMs = 5 * 60_000;

export const useTaskModel = (report_id: string | null) =>
  useEndpoint(model, { query: { report_id: report_id ?? '' } }, { enabled: report_id !== null, staleTime: lastsMs });

/** A table and a name as one word of a list of choices. */
export const keyOf = ({ table, name }: ModelName): string => JSON.stringify([table, name]);

export const named = <Named extends ModelName>(all: readonly Named[], key: string | null): Named | undefined =>
  key === null ? undefined : all.find((one) => keyOf(one) === key);

type Choice = { value: string; label: string };

/** Choices by table, as lists show them. */
export function byTable<Named extends ModelName>(all: readonly Named[], labelOf: (one: Named) => string = ({ name }) => name) {
  const groups = Map.groupBy(all, ({ table }) => table);
  return [...groups].map(([group, items]) => ({
    group,
    items: items.map((one): Choice => ({ value: keyOf(one), label: labelOf(one) })),
  }));
}

export const datesOf = ({ columns }: QuestionModel) => columns.filter(({ type }) => type === 'date');
