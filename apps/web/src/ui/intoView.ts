/** As a `ref`: scrolls content that opens below a click into view, clear of a panel's sticky buttons. */
export const intoView = (element: HTMLElement | null): void => {
  // In braces: newer browsers answer with a promise, which React would take for the way back.
  element?.scrollIntoView({ block: 'nearest' });
};
