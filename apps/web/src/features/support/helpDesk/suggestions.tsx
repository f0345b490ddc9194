import { Button } from '@mantine/core';
import { suggestions, vote } from '#endpoints/support/faq.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './helpDesk.module.css';

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

/** Questions that may answer what somebody is writing, before anybody has to. */
export function Suggestions({ text, onSolved }: { text: string; onSolved: () => void }) {
  const { t } = useTranslation('helpDesk');
  const q = usePaused(text.trim()).slice(0, 400);
  const { data } = useEndpoint(suggestions, { query: { q } }, { enabled: q.length >= shortest });
  const found = q.length >= shortest ? (data?.data ?? []) : [];
  if (found.length === 0) return null;
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
      <h3>{t('suggested')}</h3>
      {found.map(({ id, question, answer }) => (
        <details key={id}>
          <summary>{question}</summary>
          <p className={css.words}>{answer}</p>
          <Button variant="default" size="compact-sm" onClick={() => void solved(id)}>
            {t('suggestion_solves')}
          </Button>
        </details>
      ))}
    </section>
  );
}
