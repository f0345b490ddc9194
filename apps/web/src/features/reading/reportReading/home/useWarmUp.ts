import { useEffect } from 'react';
import { warmUp } from '#platform/embed/client.ts';

const idle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 4000 });
  return () => cancelIdleCallback(handle);
};

const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
};

/** Preloads the viewer in an idle moment after a list of reports was shown, unless the browser saves data. */
export function useWarmUp(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || savesData()) return undefined;
    // Failures are ignored here; opening a report tries again and reports them.
    return idle(() => void warmUp().catch(() => undefined));
  }, [wanted]);
}
