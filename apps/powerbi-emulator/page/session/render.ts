import type { PageDefinition, VisualDefinition } from '../../src/definition.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { sortOf } from '../query/parts.ts';
import { planPage } from '../query/plan.ts';
import { pageLayout } from '../state/layout.ts';
import { visualKey } from '../state/view.ts';
import { themeFrom } from '../theme/theme.ts';
import type { VisualEnvironment, VisualModel } from '../visuals/visual.ts';
import { fetchAnswers, unanswered } from './answers.ts';
import type { VisualAnswer } from './answers.ts';
import { askFor } from './ask.ts';
import { formatterOf, sayOf } from './language.ts';
import { isExpiry, problemOf, raise } from './problems.ts';
import { activePage, emit } from './session.ts';
import type { App, Opened, Session } from './session.ts';

const baseScheme = (): 'light' | 'dark' => {
  const wanted = new URLSearchParams(window.location.search).get('theme');
  if (wanted === 'auto') return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return wanted === 'dark' ? 'dark' : 'light';
};

export function themeOf(session: Session): ReturnType<typeof themeFrom> {
  return themeFrom(session.themeJson ?? session.report?.source.report.theme, baseScheme(), session.config.contrastMode);
}

function modelOf(report: Opened, page: PageDefinition, definition: VisualDefinition, answer: VisualAnswer): VisualModel {
  const { view } = report;
  const key = visualKey(page.name, definition.name);
  return {
    definition,
    data: answer.data,
    selected: view.selection?.visual === definition.name ? view.selection.points : [],
    slicer: view.slicers[key] ?? [],
    sort: sortOf(definition, view.sorts[key])[0],
  };
}

function environmentOf(app: App, session: Session, report: Opened, page: PageDefinition, visual: VisualDefinition): VisualEnvironment {
  return {
    theme: themeOf(session),
    format: formatterOf(session),
    say: sayOf(session),
    select: (point, additive) => app.actions.select(visual.name, point, additive),
    clearSelection: () => app.actions.clearSelection(),
    slice: (filters) => app.actions.slice(visual.name, filters),
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

/**
 * Brings the canvas to the state of the view: lays the visuals out, asks what is not known yet in one call, draws.
 * A newer drawing makes this one stop without a word; only the last says `rendered`.
 */
export async function render(app: App): Promise<void> {
  const { session } = app;
  const report = session?.report;
  if (!session || !report) return;
  const run = ++app.run;
  const current = () => app.run === run && app.session === session;
  emit(app, 'renderingStarted');

  const page = activePage(report);
  const layout = pageLayout(page, session.settings);
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
      await frame.draw(modelOf(report, page, visual, answer), environmentOf(app, session, report, page, visual));
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
  const drawAll = (visuals: VisualDefinition[], answers: Map<string, VisualAnswer>) =>
    Promise.all(visuals.map((visual) => draw(visual, answers.get(visual.name) ?? empty)));
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
}
