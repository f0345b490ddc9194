import { Button } from '@mantine/core';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { rate } from '@vitrine/contract/support/helpDesk.ts';
import { ticketHelp, ticketLimits } from '@vitrine/contract/support/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { currentUser } from '#platform/session.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import css from './helpDesk.module.css';

const dayMs = 86_400_000;

type Props = { ticket: WholeTicket; onSaid: () => void };

function Question({ ticket: { id, rating }, onSaid, onCancel }: Props & { onCancel?: () => void }) {
  const { t } = useTranslation('helpDesk');
  const state = useResourceForm({
    initial: onCancel && rating ? { helped: rating.helped, words: rating.words } : { helped: '', words: '' },
    schema: rate.body,
    labels: { helped: t('rating_question'), words: t('rating_words') },
    save: (body) => call(rate, { params: { id }, body }),
    success: t('rating_sent'),
    onSaved: onSaid,
  });
  return (
    <ResourceForm
      state={state}
      submitLabel={t('rating_send')}
      bar="changed"
      onCancel={onCancel}
      fields={[
        {
          kind: 'choice',
          name: 'helped',
          label: t('rating_question'),
          description: t('rating_question_hint'),
          options: ticketHelp.map((value) => ({ value, label: t(`helped_${value}`) })),
        },
        ...(state.form.values.helped === ''
          ? []
          : [{ kind: 'textarea' as const, name: 'words', label: t('rating_words'), description: t('rating_words_hint') }]),
      ]}
    />
  );
}

/** Whether the help helped: asked of whoever opened a resolved ticket, and read by those who work on it. */
export function Rating({ ticket, onSaid }: Props) {
  const { t } = useTranslation('helpDesk');
  const [changing, setChanging] = useState(false);
  const { rating, can } = ticket;
  const isOwn = ticket.opened_by === currentUser()?.id;
  const isAnswered = rating !== null && rating.resolved_at === ticket.resolved_at;
  if (can.rate && (changing || !isAnswered)) {
    return (
      <section className={css.rating} aria-label={t('rating_title')}>
        <Question
          ticket={ticket}
          onSaid={() => {
            setChanging(false);
            onSaid();
          }}
          {...(changing ? { onCancel: () => setChanging(false) } : {})}
        />
      </section>
    );
  }
  if (!rating) return null;
  const helped = t(`helped_${rating.helped}`);
  const until = new Date(Date.parse(rating.rated_at) + ticketLimits.rating_days * dayMs);
  return (
    <section className={css.rating} aria-label={t('rating_title')}>
      <h3>{t('rating_title')}</h3>
      <p>
        {isOwn ? t('rating_own', { helped }) : t('rating_of', { person: ticket.opened_name, helped })}
        {isAnswered ? null : ` ${t('rating_before')}`}
      </p>
      {rating.words ? <p className={css.words}>{rating.words}</p> : null}
      {can.rate ? (
        <p className={css.dim}>
          {t('rating_until', { date: formatDate(until) })}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => setChanging(true)}>
            {t('rating_change')}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
