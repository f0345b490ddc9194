import { budgets, get, history, mine, myHistory, start, status } from '#endpoints/datasets/datasetRefresh.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';

type Start = { starting: boolean; startNow: () => Promise<void>; changed: () => Promise<void> };

/** Starts a refresh of a report; `changed` invalidates all data about refreshes. */
export function useStart(id: string): Start {
  const { t } = useTranslation('datasetRefresh');
  const stale = useStale();
  const [starting, setStarting] = useState(false);
  const changed = () => stale(get, status, history, budgets, mine, myHistory);
  const startNow = async () => {
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
