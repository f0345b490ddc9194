import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { suggestions, vote } from '#endpoints/support/faq.ts';
import { suggest } from '#endpoints/support/ticketSuggestions.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { objectPath } from '#ui/object/paths.ts';
import css from './suggestions.module.css';

const pauseMs = 400;
const shortest = 8;

/** What was written, once the writer pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(paused);
}

type Props = {
  /** What was written so far. */
  text: string;
  /** The report that it is about; its maintenance is told before a word is written. */
  reportId?: string;
  onSolved: () => void;
};

/** What may answer what somebody is writing, before anybody has to: questions, maintenance and tickets that are known. */
export function Suggestions({ text, reportId, onSolved }: Props) {
  const { t } = useTranslation('helpDesk');
  const written = usePaused(text.trim()).slice(0, 400);
  const q = written.length >= shortest ? written : '';
  const { data: answers } = useEndpoint(suggestions, { query: { q } }, { enabled: q !== '' });
  const { data: known } = useEndpoint(
    suggest,
    { query: reportId === undefined ? { q } : { q, report_id: reportId } },
    { enabled: q !== '' || reportId !== undefined },
  );
  const questions = q === '' ? [] : (answers?.data ?? []);
  const { tickets = [], maintenance = [] } = q === '' && reportId === undefined ? {} : (known ?? {});
  if (questions.length + tickets.length + maintenance.length === 0) return null;
  const solved = async (id: string) => {
    try {
      await call(vote, { params: { id }, body: { helped: true } });
      toast.success(t('suggestion_solved'));
      onSolved();
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <section className={css.suggestions} aria-label={t('suggested')}>
      {maintenance.length > 0 ? (
        <>
          <h3>{t('suggested_maintenance')}</h3>
          <ul>
            {maintenance.map(({ report_id, title, starts_at, ends_at, message, open }) => (
              <li key={`${report_id} ${starts_at}`}>
                {open
                  ? t('suggestion_open', { title, end: formatDateTime(ends_at) })
                  : t('suggestion_soon', { title, start: formatDateTime(starts_at), end: formatDateTime(ends_at) })}
                {message ? <p className={css.words}>{message}</p> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {questions.length > 0 ? <h3>{t('suggested')}</h3> : null}
      {questions.map(({ id, question, answer }) => (
        <details key={id}>
          <summary>{question}</summary>
          <p className={css.words}>{answer}</p>
          <Button variant="default" size="compact-sm" onClick={() => void solved(id)}>
            {t('suggestion_solves')}
          </Button>
        </details>
      ))}
      {tickets.length > 0 ? (
        <>
          <h3>{t('suggested_tickets')}</h3>
          <ul>
            {tickets.map(({ id, number, title, state }) => (
              <li key={id}>
                <Link to={objectPath('/help_desk', id)} target="_blank">
                  {`#${number} ${title}`}
                </Link>{' '}
                ({t(`state_${state}`)})
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
