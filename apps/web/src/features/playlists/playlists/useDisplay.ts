/** What a display needs besides the player: a wake lock, and retries of a lost session. */
import { useEffect } from 'react';
import { failureOf } from '#platform/failure.ts';
import { useStateValue } from '#platform/state.ts';
import { storage } from '#platform/storage.ts';
import { isDisplay, displayTrouble } from '#platform/displaySession.ts';
import { enterAsScreen } from './displayEntry.ts';

const reviveMs = 300_000;

/** Prevents the device from switching its screen off while the page is visible. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused on low battery, which is ignored.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
    };
    const again = () => void take();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}

/** The problem of the session; meanwhile the display signs in again by its key every five minutes. */
export function useRevival(): 'refresh' | 'lost' | 'over' | null {
  const trouble = useStateValue(displayTrouble);
  useEffect(() => {
    if (trouble === null || trouble === 'over' || !isDisplay()) return undefined;
    const revive = async () => {
      const kept = storage.read('bi:screen');
      if (!kept) return;
      await enterAsScreen({ key: kept.key });
      location.reload();
    };
    const tryAgain = async () => {
      try {
        await revive();
      } catch (error) {
        // The key is no longer valid; other failures are retried.
        if (failureOf(error).word === 'link_used') displayTrouble.set('over');
      }
    };
    const timer = setInterval(() => void tryAgain(), reviveMs);
    return () => clearInterval(timer);
  }, [trouble]);
  return trouble;
}
