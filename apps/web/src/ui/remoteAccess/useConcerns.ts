import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import { end, list } from '#endpoints/signIn/remoteAccess.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useUser } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';

const everyMs = 20_000;

/** Requests that wait for the person, and who acts for them now. */
export function useConcerns(): { waiting: RemoteAccess[]; open: RemoteAccess[]; endIt: (access: RemoteAccess) => void } {
  const { t } = useTranslation('remoteAccess');
  const stale = useStale();
  const me = useUser()?.id;
  const { data } = useEndpoint(list, { query: { mine: 'true' } }, { refetchInterval: everyMs, staleTime: 0 });
  useLive('remote_access', () => void stale(list));
  const own = (data?.data ?? []).filter(({ person_id }) => person_id === me);
  const finish = async ({ id, asker_name }: RemoteAccess) => {
    await call(end, { params: { id } }).then(() => toast.success(t('ended_now', { name: asker_name })), toast.failure);
    await stale(list);
  };
  return {
    waiting: own.filter(({ state }) => state === 'waiting'),
    open: own.filter(({ state }) => state === 'open' || state === 'allowed'),
    endIt: (access) => void finish(access),
  };
}
