/** Where terms are written: a unit's, its partner's, the platform's. The same screen for each of them. */
import * as shared from '@vitrine/contract/features/sharedTerms.ts';
import type { termLevels } from '@vitrine/contract/features/terms.ts';
import * as unit from '@vitrine/contract/features/terms.ts';

export type Level = (typeof termLevels)[number];
export type Desk = typeof unit | typeof shared;

export const deskOf = (level: Level): Desk => (level === 'unit' ? unit : shared);
