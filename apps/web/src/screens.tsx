/**
 * The screens that the web has. A line here makes a screen of `contract/screens.ts` appear: its route, its place in the
 * menu and in the palette. What has no line does not exist for anybody.
 */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import type { BuiltScreen } from './core/shell/screen.tsx';

export const built: Partial<Record<ScreenName, BuiltScreen>> = {};
