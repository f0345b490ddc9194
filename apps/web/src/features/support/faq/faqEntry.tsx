import { Button } from '@mantine/core';
import type { Faq as Question } from '#endpoints/support/faq.ts';
import { vote } from '#endpoints/support/faq.ts';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import css from './faq.module.css';

/** Whether the answer helped; a second click takes that back. Who writes sees how many said so. */
function Helped({ row, onChanged }: { row: Question; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation('faq');
  const [helped, show] = useOptimistic(row.helped);
  const say = (wished: boolean) =>
    startTransition(async () => {
      const now = helped === wished ? null : wished;
      show(now);
      await call(vote, { params: { id: row.id }, body: { helped: now } }).catch((error: unknown) => toast.failure(error));
      await onChanged();
    });
  return (
    <div className={css.helped} role="group" aria-label={t('helped')}>
      <span>{t('helped')}</span>
      {([true, false] as const).map((wished) => (
        <Button
          key={String(wished)}
          variant={helped === wished ? 'filled' : 'default'}
          size="compact-sm"
          aria-pressed={helped === wished}
          onClick={() => say(wished)}
        >
          {t(wished ? 'helped_yes' : 'helped_no')}
        </Button>
      ))}
      {row.votes && row.votes.helped + row.votes.not_helped > 0 ? <span className={css.votes}>{t('votes', row.votes)}</span> : null}
    </div>
  );
}

type EntryProps = { row: Question; actions: readonly RowAction<Question>[]; onChanged: () => Promise<unknown> };

/** A question that opens to its answer, with what may be done with it. */
export function FaqEntry({ row, actions, onChanged }: EntryProps) {
  const { t } = useTranslation('faq');
  return (
    <details className={css.question}>
      <summary>
        {row.question}
        {row.published ? null : (
          <span className={css.draft}>
            <StatusCell kind="neutral">{t('draft')}</StatusCell>
          </span>
        )}
      </summary>
      <p>{row.answer}</p>
      {row.published ? <Helped row={row} onChanged={onChanged} /> : null}
      {actions
        .filter(({ when }) => when?.(row))
        .map(({ key, label, icon, run }) => (
          <Button key={key} variant="subtle" size="compact-sm" leftSection={icon} onClick={() => run(row)}>
            {label}
          </Button>
        ))}
    </details>
  );
}
