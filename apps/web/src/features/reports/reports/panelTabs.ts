/** Tabs of a report's panel. */
const panelTabs = ['access', 'settings', 'refresh', 'maintenance'] as const;
export type PanelTab = (typeof panelTabs)[number];

export const isPanelTab = (word: string | null | undefined): word is PanelTab => panelTabs.some((tab) => tab === word);
