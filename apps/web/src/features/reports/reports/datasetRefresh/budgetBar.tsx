import type { RefreshBudget } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import css from './refresh.module.css';

const warnedFrom = 0.8;

/** Used and reserved refreshes of the day. Warns from 80 % on. */
export function BudgetBar({ budget: { used, reserved, limit, on_capacity } }: { budget: RefreshBudget }) {
  const { t } = useTranslation('datasetRefresh');
  const spoken = Math.min(used + reserved, limit);
  const kind = used >= limit ? 'spent' : used + reserved >= limit * warnedFrom ? 'tight' : 'fine';
  // On a capacity more than the schedules' limit is refreshed without harm.
  const sentence = ({ spent: 'budget_spent', tight: 'budget_tight', fine: 'budget_shared' } as const)[kind];
  const words = t('budget', { used, limit, reserved });
  return (
    <div className={css.budget}>
      <div
        className={css.bar}
        role="meter"
        aria-label={t('budget_title')}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
        aria-valuetext={words}
        data-kind={kind}
      >
        <span className={css.reserved} style={{ inlineSize: `${(spoken / limit) * 100}%` }} />
        <span className={css.used} style={{ inlineSize: `${(Math.min(used, limit) / limit) * 100}%` }} />
      </div>
      <span>{words}</span>
      <span className={css.dim}>{t(on_capacity && kind !== 'tight' ? 'budget_capacity' : sentence)}</span>
    </div>
  );
}
