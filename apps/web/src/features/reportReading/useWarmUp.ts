import { useEffect } from 'react';
import { warmUp } from '../../core/embed/client.ts';

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

/** Whoever looks at a list of reports will open one: in an idle moment its parts are fetched, unless the person saves data. */
export function useWarmUp(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || savesData()) return undefined;
    // What fails here is tried again, and told, when a report is opened.
    return idle(() => void warmUp().catch(() => undefined));
  }, [wanted]);
}
