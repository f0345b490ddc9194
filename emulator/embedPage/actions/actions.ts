import type { Actions, Drawing } from '../session/actions.ts';
import type { App } from '../session/app.ts';
import { render } from '../session/render.ts';
import { createDataActions } from './dataActions.ts';
import { createDrillActions } from './drillActions.ts';
import { createEditActions } from './editActions.ts';
import { createLinkActions } from './linkActions.ts';
import { createSelectionActions } from './selectionActions.ts';
import { createViewActions } from './viewActions.ts';

function createDrawing(app: () => App): Drawing {
  const redraw = (): void => {
    if (app().session?.drawing) void render(app());
  };
  return {
    redraw,
    change(update) {
      const report = app().session?.report;
      if (!report) return;
      report.view = update(report.view, report);
      redraw();
    },
  };
}

/** All that readers and hosts can ask for. */
export function createActions(app: () => App): Actions {
  const drawing = createDrawing(app);
  return {
    redraw: drawing.redraw,
    ...createViewActions(app, drawing),
    ...createSelectionActions(app, drawing),
    ...createDrillActions(app, drawing),
    ...createLinkActions(app),
    ...createEditActions(app, drawing),
    ...createDataActions(app),
  };
}
