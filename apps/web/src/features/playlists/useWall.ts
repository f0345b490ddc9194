/** What a screen needs of its surroundings: that it stays lit, and that a lost session is tried again. */
import { useEffect } from 'react';
import { failureOf } from '../../core/failure.ts';
import { useStateValue } from '../../core/state.ts';
import { storage } from '../../core/storage.ts';
import { isScreen, wallTrouble } from '../../core/wall.ts';
import { enterAsScreen } from './screenEntry.ts';

const reviveMs = 300_000;

/** Keeps the screen from going dark by itself while the page is seen. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused on low battery: then it is as it is.
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

/** What is wrong with the session; meanwhile a screen comes in again by its key, every five minutes. */
export function useRevival(): 'refresh' | 'lost' | 'over' | null {
  const trouble = useStateValue(wallTrouble);
  useEffect(() => {
    if (trouble === null || trouble === 'over' || !isScreen()) return undefined;
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
        // The key opens nothing any more; anything else is tried again.
        if (failureOf(error).word === 'link_used') wallTrouble.set('over');
      }
    };
    const timer = setInterval(() => void tryAgain(), reviveMs);
    return () => clearInterval(timer);
  }, [trouble]);
  return trouble;
}
