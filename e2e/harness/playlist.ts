/** A playlist while it is played. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const controls = (page: Page): Locator => page.getByRole('toolbar', { name: 'Controles da apresentação' });

/** A slide is named by the controls only when it is seen. */
export const expectSlide = (page: Page, title: string): Promise<void> => expect(controls(page)).toContainText(title, { timeout: 40_000 });
