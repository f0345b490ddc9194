import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Fetches the code of the page behind the rows while nothing else is done, so that the first click on one paints it. */
export function usePageAhead(path: string | undefined): void {
  const router = useRouter();
  const fetched = useRef(false);
  useEffect(() => {
    if (path === undefined || fetched.current) return undefined;
    const fetchAhead = () => {
      fetched.current = true;
      // Where it does not come now, it is asked for again with the click.
      void router.preloadRoute({ to: path }).catch(() => undefined);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchAhead, 300);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(fetchAhead, { timeout: 2000 });
    return () => cancelIdleCallback(waiting);
  }, [path, router]);
}
