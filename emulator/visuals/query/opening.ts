import type { ReportDefinition } from '../../definitions/report.ts';
import { pageLayout } from '../view/layout.ts';
import { layoutType } from '../view/settings.ts';
import { authoredView } from '../view/view.ts';
import { planPage } from './plan.ts';
import type { PlannedQuery } from './plan.ts';

/** What a page asks first, as its author left it. The service knows it as well, and answers before it is asked. */
export function openingQueries(report: ReportDefinition, pageName: string | undefined, phone: boolean): PlannedQuery[] {
  const view = authoredView(report);
  const page = report.pages.find(({ name }) => name === pageName) ?? report.pages.find(({ name }) => name === view.page);
  if (!page) return [];
  const { placed } = pageLayout(page, { layoutType: phone ? layoutType.mobilePortrait : layoutType.master });
  return planPage(
    { ...view, page: page.name },
    page,
    placed.map(({ visual }) => visual),
  );
}
