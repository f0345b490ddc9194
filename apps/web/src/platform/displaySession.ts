/**
 * A browser that is a display (a screen that shows a playlist by a link): nobody can sign in again, so it is never signed out. Three refreshes that
 * failed within ten minutes, or a lost session, are reported to the player, which shows the problem and retries as long as
 * that can help.
 */
import { currentUser } from './session.ts';
import { createState } from './state.ts';

const windowMs = 600_000;
const bearable = 3;

/** True for the session of a display; people who play a playlist have their own session. */
export const isDisplay = (): boolean => currentUser()?.auth_type === 'playlist';

/** The problem of this display's session that the player has to show. */
export const displayTrouble = createState<'refresh' | 'lost' | 'over' | null>(null);

/** Recent failures, with the new one. */
export const failuresAt = (before: readonly number[], now: number): number[] => [...before.filter((at) => now - at < windowMs), now];

let failures: number[] = [];

export function noteRefreshFailure(now: number = Date.now()): void {
  failures = failuresAt(failures, now);
  if (failures.length >= bearable) displayTrouble.set('refresh');
}

/** The session has ended: taken over by another browser, or for good because display or link were removed. */
export const noteLostSession = (word: string | null): void => displayTrouble.set(word === 'screen_over' ? 'over' : 'lost');
