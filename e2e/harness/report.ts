/** An open report as somebody reads it: its frame, its visuals, and the rows that each visual also tells as a table. */
import type { FrameLocator, Locator, Page } from '@playwright/test';

export const reportFrame = (page: Page): FrameLocator => page.frameLocator('main iframe:not([hidden])');

/** A visual by its title. */
export const visual = (page: Page, title: string): Locator =>
  reportFrame(page)
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** What the rows of a visual are about: the first cell of each. */
export const rowHeads = (page: Page, title: string): Locator => visual(page, title).locator('tbody tr > :first-child');

export const reportPath = ({ id }: { id: string }): string => `/${id}/reports/view`;

/** Where a sign-in leads straight to the report. */
export const signinTo = (report: { id: string }): { at: string } => ({ at: reportPath(report) });
