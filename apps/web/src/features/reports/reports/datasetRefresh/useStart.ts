import type { RefreshBudget } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { budgets, get, history, ledger, mine, myHistory, start, status } from '#endpoints/datasets/datasetRefresh.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';

type Start = { starting: boolean; startNow: () => Promise<void>; changed: () => Promise<void> };

/** No slot is left but those that a schedule will need. */
const needsReserved = ({ used, reserved, limit }: RefreshBudget): boolean => reserved > 0 && used + reserved >= limit;

/** Starts a refresh of a report, and asks first where a run of the schedule would lose its slot; `changed` invalidates all data about refreshes. */
export function useStart(id: string, budget: RefreshBudget | null): Start {
  const { t } = useTranslation('datasetRefresh');
  const stale = useStale();
  const [starting, setStarting] = useState(false);
  const changed = () => stale(get, status, history, budgets, ledger, mine, myHistory);
  const startNow = async () => {
    if (budget && needsReserved(budget) && !(await toast.confirm(t('takes_reserved', { count: budget.reserved })))) return;
    setStarting(true);
    try {
      await call(start, { params: { id } });
      toast.success(t('started'));
    } catch (failure) {
      toast.failure(failure);
    }
    await changed();
    setStarting(false);
  };
  return { starting, startNow, changed };
}
