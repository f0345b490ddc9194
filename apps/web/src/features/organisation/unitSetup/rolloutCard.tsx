import { useQuery } from '@tanstack/react-query';
import type { Rollout } from '@vitrine/contract/organisation/unitSetup.ts';
import { rollout } from '#endpoints/organisation/unitSetup.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { queryKey } from '#platform/query.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Problems } from './differences.tsx';
import css from './unitSetup.module.css';

type State = Rollout['data'][number]['state'];
const kinds: Record<State, StatusKind> = { waiting: 'info', done: 'success', refused: 'warning', failed: 'error' };
const pollMs = 1000;

/** How far it has come, unit by unit, until each has a result. */
export function RolloutCard({ rollout_id }: { rollout_id: string }) {
  const { t } = useTranslation('unitSetup');
  const request = { params: { rollout_id } };
  const { data, error, refetch } = useQuery({
    queryKey: queryKey(rollout, request),
    queryFn: ({ signal }) => call(rollout, request, signal),
    refetchInterval: ({ state }) => (state.data?.data.every((unit) => unit.state !== 'waiting') ? false : pollMs),
  });
  return (
    <section className={css.card} data-surface="card" aria-labelledby="setup-progress">
      <h2 id="setup-progress">{t('progress')}</h2>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      <ul className={css.results} aria-live="polite">
        {data?.data.map(({ id, name, state, changed, problems }) => (
          <li key={id}>
            <p>
              <strong>{name}</strong>
              <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>
              {state === 'done' ? <span className={css.dim}>{t('changes', { count: changed })}</span> : null}
            </p>
            <Problems problems={problems} />
          </li>
        ))}
      </ul>
    </section>
  );
}
