import type { Capacity } from '@vitrine/contract/datasets/capacities.ts';
import { get, history, list, plan } from '#endpoints/datasets/capacities.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDollars } from '#platform/money.ts';
import { useLive } from '#platform/live.ts';
import { useStale } from '#platform/query.ts';
import { Nothing, StatusCell } from '#ui/cells.tsx';

/** While a capacity changes (docs/reference/product-rules.md 14), and otherwise. */
const changingMs = 5000;
const calmMs = 30_000;

const kinds = {
  active: 'success',
  pausing: 'info',
  paused: 'neutral',
  resuming: 'info',
  scaling: 'info',
  failed: 'error',
  unknown: 'warning',
} as const;

export const isChanging = ({ state }: Pick<Capacity, 'state'>): boolean =>
  state === 'pausing' || state === 'resuming' || state === 'scaling';

/** The screens of capacities hear of changes, and look themselves while one is on its way. */
export function useCapacitiesLive(changing: boolean): () => Promise<void> {
  const client = useQueryClient();
  const stale = useStale();
  const again = () => stale(list, get, history, plan);
  useLive('capacity', () => void again());
  useEffect(() => {
    const look = () => void Promise.all([list, get, history].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    const timer = setInterval(look, changing ? changingMs : calmMs);
    return () => clearInterval(timer);
  }, [changing, client]);
  return again;
}

export function CapacityState({ capacity: { state } }: { capacity: Pick<Capacity, 'state'> }) {
  const { t } = useTranslation('capacities');
  return <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

/** `US$ 1,44`: Azure has its prices in dollars. */
export const PriceCell = ({ cents }: { cents: number | null }) => (cents === null ? <Nothing /> : <span>{formatDollars(cents)}</span>);
