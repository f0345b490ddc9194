/** As a `ref`: scrolls content that opens below a click into view, clear of a panel's sticky buttons. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
