import type { FieldRef } from '../definitions/model.ts';
import type { VisualDefinition } from '../definitions/report.ts';
import type { ModelFilter, QueryTable, Cell } from '../definitions/queries.ts';
import type { Formatter } from './format/format.ts';
import type { IdentityPart, Sort } from './view/view.ts';
import type { Theme } from './theme/theme.ts';
import type { Say } from './words/words.ts';

/** Something a reader can select: what it stands for, and what it shows. */
export type Point = {
  identity: IdentityPart[];
  values: { field: FieldRef; value: Cell; formatted: string }[];
  label: string;
};

export type VisualModel = {
  definition: VisualDefinition;
  /** The answers to the visual's questions, by part. */
  data: Record<string, QueryTable>;
  /** The points of this visual that are selected. */
  selected: IdentityPart[][];
  /** A slicer's own choice. */
  slicer: ModelFilter[];
  sort: Sort | undefined;
  /** Where in its hierarchy the visual is, whether it goes deeper, and whether a click does that. */
  drill: { steps: string[]; deeper: boolean; on: boolean };
};

/** What every visual is drawn with. */
export type VisualStyle = { theme: Theme; format: Formatter; say: Say };
