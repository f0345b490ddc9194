/** What of the help is open: the panel, with a topic or that of the screen, or the tour. Header, palette and the help itself open it. */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { createState } from '#platform/state.ts';

export type OpenHelp = { kind: 'panel'; topic?: ScreenName | undefined } | { kind: 'tour' };

export const openHelp = createState<OpenHelp | null>(null);
