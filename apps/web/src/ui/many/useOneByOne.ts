import { useEffect, useRef, useState } from 'react';
import { failureOf } from '#platform/failure.ts';
import { failureText } from '#platform/toast.ts';

export type Item = { id: string; name: string };
/** `gone`: it is not there any more. */
type Refusal = Item & { why: string; gone: boolean };

/** What has become of many things by now. */
export type Outcome = {
  /** Something was changed. */
  done: number;
  /** There was nothing to change. */
  left: number;
  refused: Refusal[];
  /** Those that were not begun yet, or never, where it was stopped. */
  open: Item[];
};

type Options = {
  items: readonly Item[];
  /** True for what has changed something; a rejection refuses this one and stops no other. */
  work: (id: string) => Promise<boolean>;
  onEnd: (outcome: Outcome) => void;
};

async function outcomeOf(item: Item, work: Options['work'], { done, left, refused, open }: Outcome): Promise<Outcome> {
  const rest = open.filter(({ id }) => id !== item.id);
  try {
    return (await work(item.id)) ? { done: done + 1, left, refused, open: rest } : { done, left: left + 1, refused, open: rest };
  } catch (error) {
    const failure = failureOf(error);
    return { done, left, refused: [...refused, { ...item, why: failureText(failure), gone: failure.status === 404 }], open: rest };
  }
}

/** Does something to many, one after the other, from when it is drawn. What was begun ends, also when it is stopped or left. */
export function useOneByOne({ items, work, onEnd }: Options): { outcome: Outcome; running: boolean; stop: () => void } {
  const [outcome, setOutcome] = useState<Outcome>({ done: 0, left: 0, refused: [], open: [...items] });
  const [running, setRunning] = useState(true);
  const stopped = useRef(false);
  const begun = useRef(false);
  const first = useRef({ items, work, onEnd });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { items: all, work: doIt, onEnd: end } = first.current;
    void (async () => {
      let now: Outcome = { done: 0, left: 0, refused: [], open: [...all] };
      for (const item of all) {
        if (stopped.current) break;
        now = await outcomeOf(item, doIt, now);
        setOutcome(now);
      }
      setRunning(false);
      end(now);
    })();
  }, []);
  return {
    outcome,
    running,
    stop: () => {
      stopped.current = true;
    },
  };
}
