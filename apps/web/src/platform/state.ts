/** A value outside React that components can follow. */
import { useSyncExternalStore } from 'react';

export type State<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createState<Value>(initial: Value): State<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStateValue = <Value>(state: State<Value>): Value => useSyncExternalStore(state.subscribe, state.get);
