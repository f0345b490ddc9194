/** The levels of terms (unit, partner, platform) with their endpoints, for the same screen. */
import * as shared from '@vitrine/contract/settings/sharedTerms.ts';
import type { termLevels } from '@vitrine/contract/settings/terms.ts';
import * as unit from '@vitrine/contract/settings/terms.ts';

export type Level = (typeof termLevels)[number];
export type Desk = typeof unit | typeof shared;

export const deskOf = (level: Level): Desk => (level === 'unit' ? unit : shared);
