/** What would be lost if this page were left. */
import { useEffect, useRef } from 'react';

const holders = new Set<() => boolean>();

/** Somebody has written here what is not saved yet. */
export const hasUnsavedInput = (): boolean => [...holders].some((isUnsaved) => isUnsaved());

/** A part of the page that may hold what is not saved. */
export function useUnsavedInput(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const ask = () => latest.current();
    holders.add(ask);
    return () => void holders.delete(ask);
  }, []);
}
