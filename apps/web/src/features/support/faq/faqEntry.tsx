import { Button } from '@mantine/core';
import type { Faq as Question } from '#endpoints/support/faq.ts';
import { vote } from '#endpoints/support/faq.ts';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { useScreenTitle } from '#shell/screenTitle.ts';
import { StatusCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import css from './faq.module.css';
import type { Level } from './faqDesks.ts';

function Votes({ votes }: Pick<Question, 'votes'>) {
  const { t } = useTranslation('faq');
  return votes && votes.helped + votes.not_helped > 0 ? <span className={css.dim}>{t('votes', votes)}</span> : null;
}

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
      <Votes votes={row.votes} />
    </div>
  );
}

type EntryProps = { row: Question; at: Level; actions: readonly RowAction<Question>[]; onChanged: () => Promise<unknown> };

/** A question that opens to its answer, with what may be done with it. */
export function FaqEntry({ row, at, actions, onChanged }: EntryProps) {
  const { t } = useTranslation('faq');
  const title = useScreenTitle();
  const marks = [
    ...(row.level !== at && row.level !== 'unit' ? ([`from_${row.level}`] as const) : []),
    ...(row.published ? [] : (['draft'] as const)),
    ...(row.hidden ? (['hidden'] as const) : []),
  ];
  // Above the units nobody reads for themselves: there the answers of all units are counted.
  const isRead = row.published && !row.hidden;
  return (
    <details className={css.question}>
      <summary>
        {row.question}
        {marks.map((mark) => (
          <span key={mark} className={css.mark}>
            <StatusCell kind="neutral">{t(mark)}</StatusCell>
          </span>
        ))}
        {row.can.edit && row.screen ? <span className={css.dim}> {t('screen_of', { screen: title(row.screen) })}</span> : null}
      </summary>
      <p>{row.answer}</p>
      {at !== 'unit' ? <Votes votes={row.votes} /> : isRead ? <Helped row={row} onChanged={onChanged} /> : null}
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
