/** How far the things on a page jump while it is opened, as browsers count it: the sum of all shifts that nobody has caused. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** No screen moves more than this. */
export const shiftLimit = 0.01;

/** Waits until the page has been still for a while. Answers the sum, and what has moved. */
export async function shiftsOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  const read = () =>
    page.evaluate(
      () =>
        new Promise<{ sum: number; moved: string[] }>((resolve) => {
          type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
          const name = ({ node }: { node: Node | null }) =>
            node instanceof Element ? node.className || node.tagName : (node?.textContent ?? '');
          // A page that has not moved at all has nothing to tell.
          setTimeout(() => resolve({ sum: 0, moved: [] }), 500);
          new PerformanceObserver((list) => {
            const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
            const sum = shifts.reduce((total, { value }) => total + value, 0);
            resolve({ sum, moved: shifts.map(({ value, sources }) => `${value.toFixed(4)} ${sources.map(name).join(', ')}`) });
          }).observe({ type: 'layout-shift', buffered: true });
        }),
    );
  let last = -1;
  await expect
    .poll(
      async () => {
        const { sum } = await read();
        const still = sum === last;
        last = sum;
        return still;
      },
      { intervals: [1000] },
    )
    .toBe(true);
  return read();
}
