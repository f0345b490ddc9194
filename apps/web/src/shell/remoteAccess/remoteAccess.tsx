import { Suspense, useState } from 'react';
import { useConfig } from '#platform/config.ts';
import { useLive } from '#platform/live.ts';
import { useRole } from '#platform/session.ts';
import { onDemand } from '#ui/onDemand.tsx';

const RemoteBand = onDemand(async () => (await import('./remoteBand.tsx')).RemoteBand, { namespaces: ['remoteAccess'] });
const RemoteConcerns = onDemand(async () => (await import('./remoteConcerns.tsx')).RemoteConcerns, { namespaces: ['remoteAccess'] });

/** Loaded only where somebody acts for the person of this session, or asks to; a wall and a report by itself are not asked. */
export function RemoteAccess({ bare }: { bare: boolean }) {
  const [heard, setHeard] = useState(false);
  useLive('remote_access', () => setHeard(true));
  // Nobody acts for the operator.
  const asked = useRole() !== 'operator';
  const { remote_access = null, remote_concerns = false } = useConfig() ?? {};
  return (
    <Suspense fallback={null}>
      {remote_access ? <RemoteBand access={remote_access} /> : null}
      {!remote_access && (heard || remote_concerns) && asked && !bare ? <RemoteConcerns /> : null}
    </Suspense>
  );
}
