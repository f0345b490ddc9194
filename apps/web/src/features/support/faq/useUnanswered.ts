import { add } from '#endpoints/support/faqSearches.ts';
import { useEffect, useRef } from 'react';
import { call } from '#platform/http.ts';

/** Who goes on typing has not searched yet. */
const typingMs = 1500;
const shortest = 3;

/** Tells the portal, once for each search, what found nothing when the typing had ended. Nobody is troubled when that fails. */
export function useUnanswered(q: string, nothing: boolean): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!nothing || q.length < shortest || told.current.has(q)) return undefined;
    const timer = setTimeout(() => {
      told.current.add(q);
      call(add, { body: { q } }).catch(() => undefined);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [q, nothing]);
}
