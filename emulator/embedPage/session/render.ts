import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { planPage } from '../../visuals/query/plan.ts';
import { sameField } from '../../visuals/view/fields.ts';
import { pageLayout } from '../../visuals/view/layout.ts';
import { layoutType } from '../../visuals/view/settings.ts';
import { visualKey } from '../../visuals/view/view.ts';
import { baseScheme, systemColors } from '../systemColors.ts';
import { themeFrom } from '../../visuals/theme/theme.ts';
import { modelOf } from '../../visuals/visualModel.ts';
import type { Point } from '../../visuals/visual.ts';
import type { VisualEnvironment } from '../visuals/visual.ts';
import { fetchAnswers, unanswered } from './answers.ts';
import type { VisualAnswer } from './answers.ts';
import { askFor } from './ask.ts';
import { formatterOf, sayOf } from './language.ts';
import { isExpiry, problemOf, raise } from './problems.ts';
import { activePage } from './session.ts';
import { emit } from './app.ts';
import type { App } from './app.ts';
import type { LoadedReport, Session } from './session.ts';

export function themeOf(session: Session): ReturnType<typeof themeFrom> {
  const file = session.themeJson ?? session.report?.source.report.theme;
  return themeFrom(file, baseScheme(), session.config.contrastMode, systemColors());
}

function environmentOf(
  app: App,
  session: Session,
  report: LoadedReport,
  page: PageDefinition,
  visual: VisualDefinition,
  answer: VisualAnswer,
): VisualEnvironment {
  const format = formatterOf(session);
  /** A value that is gone into is called as the axis calls it. */
  const drillDown = (point: Point): boolean => {
    const labels = point.identity.map(({ field, equals }) => {
      const column = answer.data.main?.columns.find((one) => sameField(one.field, field));
      return column ? format.label(equals, column) : String(equals);
    });
    return app.actions.drillDown(visual.name, { identity: point.identity, label: labels[0] ?? point.label });
  };
  return {
    theme: themeOf(session),
    format,
    say: sayOf(session),
    select: (point, additive) => {
      const drilling = report.drilling.has(visualKey(page.name, visual.name));
      if (!drilling || !drillDown(point)) app.actions.select(visual.name, point, additive);
    },
    drillDown: (point) => void drillDown(point),
    drillUp: () => app.actions.drillUp(visual.name),
    toggleDrilling: () => app.actions.toggleDrilling(visual.name),
    clearSelection: () => app.actions.clearSelection(),
    slice: (filters) => app.actions.slice(visual.name, filters),
    followLink: (url) => app.actions.followLink(visual, url),
    press: () => app.actions.press(visual),
    sortBy: (sort) => app.actions.sortBy(page.name, visual.name, sort),
    async ask(part) {
      try {
        return await askFor(app, session, report, { page, visual }, part);
      } catch (cause) {
        raise(app, problemOf(cause), isExpiry(problemOf(cause)));
        throw cause;
      }
    },
  };
}

/** As long as a frame of the screen, in milliseconds. */
const patience = 16;
const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/** A moment for the browser to paint what was drawn, when drawing has taken long. */
function createBreath(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < patience) return;
    await pause(0);
    began = performance.now();
  };
}

/**
 * Brings the canvas to the state of the view: lays the visuals out, asks what is not known yet in one call, draws.
 * A newer rendering stops this one silently; only the last posts `rendered`.
 */
export async function render(app: App): Promise<void> {
  const { session } = app;
  const report = session?.report;
  if (!session || !report) return;
  const run = ++app.run;
  const current = () => app.run === run && app.session === session;
  emit(app, 'renderingStarted');

  const page = activePage(report);
  // An author arranges the page itself, not a host's own layout of it.
  const layout = pageLayout(page, session.mode === 'edit' ? { ...session.settings, layoutType: layoutType.master } : session.settings);
  const frames = app.stage.arrange(session, report, page, layout, themeOf(session));
  const planned = planPage(
    report.view,
    page,
    layout.placed.map(({ visual }) => visual),
  );
  const problems = new Map<string, EmbedProblem>();

  const draw = async (visual: VisualDefinition, answer: VisualAnswer): Promise<void> => {
    const frame = frames.get(visual.name);
    if (!frame) return;
    if (answer.problem) {
      problems.set(answer.problem.message + (answer.problem.detailedMessage ?? ''), answer.problem);
      frame.fail(answer.problem);
      return;
    }
    try {
      const model = modelOf(report.view, page, visual, answer.data, report.drilling.has(visualKey(page.name, visual.name)));
      await frame.draw(model, environmentOf(app, session, report, page, visual, answer));
      if (session.settings.visualRenderedEvents && current())
        emit(app, 'visualRendered', { name: visual.name, title: visual.title, type: visual.type, pageName: page.name });
    } catch (cause) {
      const problem = problemOf(cause);
      problems.set(problem.message, problem);
      frame.fail(problem);
    }
  };

  const waiting = unanswered(app, planned);
  for (const name of waiting) frames.get(name)?.wait();
  const fetching = fetchAnswers(app, session, planned);
  const known = await fetchAnswers(
    app,
    session,
    planned.filter(({ visual }) => !waiting.has(visual)),
  );
  const empty: VisualAnswer = { data: {} };
  const breath = createBreath();
  /** One after the other, so that the first is seen while others are still drawn; who waits for a part lets the next pass. */
  const drawAll = async (visuals: VisualDefinition[], answers: Map<string, VisualAnswer>): Promise<void> => {
    const drawings: Promise<void>[] = [];
    for (const visual of visuals) {
      const drawing = draw(visual, answers.get(visual.name) ?? empty);
      drawings.push(drawing);
      await Promise.race([drawing, pause(patience)]);
      await breath();
    }
    await Promise.all(drawings);
  };
  const visuals = layout.placed.map(({ visual }) => visual);
  await drawAll(
    visuals.filter((visual) => !waiting.has(visual.name)),
    known.visuals,
  );
  const { visuals: answers, failure } = await fetching;
  if (!current()) return;
  await drawAll(
    visuals.filter((visual) => waiting.has(visual.name)),
    answers,
  );
  if (!current()) return;

  app.stage.settled();
  session.starved = isExpiry(failure);
  if (failure) {
    raise(app, failure, isExpiry(failure));
    return;
  }
  for (const problem of problems.values()) raise(app, problem, false);
  emit(app, 'rendered');
  if (session.config.kind === 'tile') emit(app, 'tileLoaded', { tileId: session.config.tileId });
}
