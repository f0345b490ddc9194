import type { ModelFilter } from '../../definitions/queries.ts';
import type { PageDefinition, ReportDefinition, VisualDefinition } from '../../definitions/report.ts';
import type { Sort, ViewState } from '../../visuals/view/view.ts';
import type { Point } from '../../visuals/visual.ts';
import type { FilterPlace } from '../state/filterPlaces.ts';
import type { LoadedReport, Session } from './session.ts';

/** How every change ends: in a drawing. */
export type Drawing = {
  redraw: () => void;
  /** Changes the view of the report that is open; nothing where none is. */
  change: (update: (view: ViewState, report: LoadedReport) => ViewState) => void;
};

export type ViewActions = {
  setPage: (name: string) => void;
  setFilters: (place: FilterPlace, filters: ModelFilter[]) => void;
  clearSlicers: () => void;
  slice: (visual: string, filters: ModelFilter[], page?: string) => void;
  sortBy: (page: string, visual: string, sort: Sort) => void;
  applyView: (next: ViewState, bookmark?: string) => void;
  /** Back to how the report opened, on the page that is shown. */
  reset: () => void;
  /** Asks everything again; the data may have changed. */
  refresh: () => void;
  /** Pages, panes and bars changed; visuals are drawn again from what is known. */
  changeSettings: (settings: Session['settings']) => void;
  print: () => void;
};

export type SelectionActions = {
  select: (visual: string, point: Point, additive: boolean) => void;
  clearSelection: () => void;
  /** A command of the host was chosen in the menu of a visual. */
  runCommand: (visual: string, command: string) => void;
};

export type DrillActions = {
  /** Goes into a point; false where there is nothing below it. */
  drillDown: (visual: string, point: Pick<Point, 'identity' | 'label'>) => boolean;
  drillUp: (visual: string) => void;
  toggleDrilling: (visual: string) => void;
};

export type LinkActions = {
  /** A button of the report: the host hears of it, and the report goes where it leads. */
  press: (visual: VisualDefinition) => void;
  /** A link in the data: by the host's setting it is opened, raised as an event, or both. */
  followLink: (visual: VisualDefinition, url: string) => boolean;
  /** A tile leads to its report: the host goes there. */
  followTile: (visual: string) => void;
};

export type EditActions = {
  setMode: (mode: Session['mode']) => void;
  /** Changes the report itself. */
  edit: (update: (report: ReportDefinition) => ReportDefinition) => void;
  undo: () => void;
  /** Keeps the report, or a copy of it, because the reader wants it. */
  keep: (copyName?: string) => Promise<void>;
  /** The reader wants a copy: the host's own dialog asks for its name, where it has one. */
  askCopy: () => Promise<void>;
  /** Whether there is something to keep has changed. */
  showEditing: () => void;
};

export type DataActions = {
  csv: (page: PageDefinition, visual: VisualDefinition, rows?: number) => Promise<string>;
  /** Saves a visual's data as a file, from its menu. */
  download: (visual: VisualDefinition) => Promise<void>;
};

/** All actions that change what is shown, by reader or host. Each ends with rendering. */
export type Actions = Pick<Drawing, 'redraw'> & ViewActions & SelectionActions & DrillActions & LinkActions & EditActions & DataActions;
