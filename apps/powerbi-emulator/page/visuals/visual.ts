import type { FieldRef, VisualDefinition } from '../../src/definition.ts';
import type { ModelFilter } from '../../src/embed/protocol.ts';
import type { Formatter } from '../format.ts';
import type { QueryTable } from '../query/cache.ts';
import type { QueryPart } from '../query/parts.ts';
import type { Cell } from '../state/filters.ts';
import type { IdentityPart, Sort } from '../state/view.ts';
import type { Theme } from '../theme/theme.ts';
import type { Say } from '../words/words.ts';

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

/** What a visual may use and do. */
export type VisualEnvironment = {
  theme: Theme;
  format: Formatter;
  say: Say;
  select: (point: Point, additive: boolean) => void;
  clearSelection: () => void;
  drillDown: (point: Point) => void;
  drillUp: () => void;
  toggleDrilling: () => void;
  slice: (filters: ModelFilter[]) => void;
  sortBy: (sort: Sort) => void;
  /** An address in the data is pressed; answers whether the browser goes there. */
  followLink: (url: string) => boolean;
  /** A button is pressed. */
  press: () => void;
  /** Asks one more question in the surroundings of this visual. */
  ask: (part: QueryPart) => Promise<QueryTable>;
};

export type VisualView = {
  draw: (model: VisualModel, environment: VisualEnvironment) => void | Promise<void>;
  dispose?: () => void;
};

export type MountVisual = (host: HTMLElement) => VisualView;
