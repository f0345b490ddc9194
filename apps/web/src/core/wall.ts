/**
 * A browser that is a screen on a wall: nobody is there to sign in again, so it is never logged out. Three refreshes that
 * failed within ten minutes, or a session that is gone, are told to the player, which shows it and tries again as long as
 * there is something to try.
 */
import { currentUser } from './session.ts';
import { createState } from './state.ts';

const windowMs = 600_000;
const bearable = 3;

/** True for the session of a screen; people who play a playlist are signed in as themselves. */
export const isScreen = (): boolean => currentUser()?.auth_type === 'playlist';

/** What is wrong with the session of this screen, as far as the player has to show it. */
export const wallTrouble = createState<'refresh' | 'lost' | 'over' | null>(null);

/** The failures that still count, the new one among them. */
export const failuresAt = (before: readonly number[], now: number): number[] => [...before.filter((at) => now - at < windowMs), now];

let failures: number[] = [];

export function noteRefreshFailure(now: number = Date.now()): void {
  failures = failuresAt(failures, now);
  if (failures.length >= bearable) wallTrouble.set('refresh');
}

/** The session is gone: taken over by another browser, or over for good because screen or link were taken away. */
export const noteLostSession = (word: string | null): void => wallTrouble.set(word === 'screen_over' ? 'over' : 'lost');
