import { Button } from '@mantine/core';
import type { FaqSearch } from '#endpoints/support/faqSearches.ts';
import { dismiss, list } from '#endpoints/support/faqSearches.ts';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import css from './faq.module.css';

type Props = { searches: readonly FaqSearch[]; onAnswer: (search: FaqSearch) => void };

/** What people searched for and did not find: answered with a question, or put away. */
export function FaqSearches({ searches, onAnswer }: Props) {
  const { t } = useTranslation('faq');
  const stale = useStale();
  const [shown, show] = useOptimistic(searches);
  const putAway = ({ id }: FaqSearch) =>
    startTransition(async () => {
      show(shown.filter((each) => each.id !== id));
      await call(dismiss, { params: { id } }).catch((error: unknown) => toast.failure(error));
      await stale(list);
    });
  return (
    <section className={css.searches} aria-label={t('searches')}>
      <h2>{t('searches')}</h2>
      <p>{t(shown.length === 0 ? 'searches_none' : 'searches_hint')}</p>
      <ul>
        {shown.map((search) => (
          <li key={search.id}>
            <strong>{search.words}</strong>
            <span className={css.dim}>
              {t('searches_times', { count: search.times })} · <RelativeTimeCell value={search.last_at} />
            </span>
            <div>
              <Button variant="default" size="compact-sm" onClick={() => onAnswer(search)}>
                {t('searches_answer')}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={() => putAway(search)}>
                {t('searches_dismiss')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
