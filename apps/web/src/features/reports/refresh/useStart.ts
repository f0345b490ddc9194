import { budgets, get, history, mine, myHistory, start, status } from '@vitrine/contract/features/datasetRefresh.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/http.ts';
import { useStale } from '../../../core/query.ts';
import { toast } from '../../../core/toast.ts';

type Start = { starting: boolean; startNow: () => Promise<void>; changed: () => Promise<void> };

/** Asks for a refresh of a report's data; `changed` makes everything stale that tells of refreshes. */
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
