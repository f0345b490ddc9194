/** As a `ref`: what comes below what was clicked is seen at once, also where the buttons of a panel would cover it. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
