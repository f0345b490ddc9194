/** What the page that is open can do, told by the page itself, for whoever offers it elsewhere: the palette. */
import { useEffect, useRef } from 'react';
import { createState } from './state.ts';

export type PageAction = { label: string; run: () => void };

/** The actions of the open page, in its order. */
export const pageActions = createState<readonly PageAction[]>([]);

/** Offers these while the page is open. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const labels = actions.map(({ label }) => label).join('\n');
  useEffect(() => {
    const offered = labels.split('\n').flatMap((label, index) => (label ? [{ label, run: () => latest.current[index]?.run() }] : []));
    pageActions.set([...pageActions.get(), ...offered]);
    return () => pageActions.set(pageActions.get().filter((action) => !offered.includes(action)));
  }, [labels]);
}
