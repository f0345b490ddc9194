import { useQueryClient } from '@tanstack/react-query';
import type { Broadcast } from '@vitrine/contract/notifications/broadcasts.ts';
import { get, reach, recipients } from '#endpoints/notifications/broadcasts.ts';
import { useEffect } from 'react';
import { readAgain, useEndpoint } from '#platform/query.ts';

const pollMs = 3000;

/** Asks again until it is with everybody: it goes out a moment after somebody sent it, and the page says so by itself. */
export function useOnItsWay(id: string, whole: Broadcast | undefined): void {
  const client = useQueryClient();
  const state = whole?.state;
  const waits = state === 'scheduled' || state === 'sending';
  useEndpoint(get, { params: { id } }, waits ? { refetchInterval: pollMs } : { enabled: false });
  useEffect(() => {
    // Whoever looks at the reach meanwhile has seen the first of them only.
    if (state === 'sending') return () => void readAgain(client, reach.path, recipients.path);
    return undefined;
  }, [state, client]);
}
