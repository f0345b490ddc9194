import type { ModelFilter, QueryTable } from '../../definitions/queries.ts';
import type { QueryPart } from '../../visuals/query/parts.ts';
import type { Sort } from '../../visuals/view/view.ts';
import type { Point, VisualModel, VisualStyle } from '../../visuals/visual.ts';

/** What a visual on the page is drawn with, and what it may do. */
export type VisualEnvironment = VisualStyle & {
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
