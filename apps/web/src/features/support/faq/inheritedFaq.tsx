import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { list as questions } from '#endpoints/support/faq.ts';
import type { InheritedFaq as Inherited } from '#endpoints/support/inheritedFaq.ts';
import { hideLevel, list } from '#endpoints/support/inheritedFaq.ts';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './faq.module.css';

/** Whether the unit shows what the partner and the operator answer for all units. */
export function InheritedFaq({ levels }: { levels: readonly Inherited[] }) {
  const { t } = useTranslation('faq');
  const stale = useStale();
  const [shown, show] = useOptimistic(levels);
  const put = (level: Inherited['level'], hidden: boolean) =>
    startTransition(async () => {
      show(shown.map((each) => (each.level === level ? { ...each, hidden } : each)));
      await call(hideLevel, { body: { level, hidden } }).catch((error: unknown) => toast.failure(error));
      await stale(list, questions);
    });
  return (
    <section className={css.card} aria-label={t('inherited')}>
      <h2>{t('inherited')}</h2>
      <p>{t('inherited_hint')}</p>
      {shown.map(({ level, questions: count, hidden }) => (
        <Switch
          key={level}
          label={t(`inherited_${level}`, { count })}
          checked={!hidden}
          onChange={(event) => put(level, !event.currentTarget.checked)}
        />
      ))}
    </section>
  );
}
