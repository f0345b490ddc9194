import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { get } from '#endpoints/people/userImport.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import css from './import.module.css';

const askedEveryMs = 1000;

/** The progress of a running import, which continues in the background. */
export function RunStep({ given }: { given: UserImport }) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [get.path] }), askedEveryMs);
    return () => clearInterval(timer);
  }, [client]);
  const done = given.success + given.failed;
  const text = t('run_progress', { done: formatNumber(done), rows: formatNumber(given.rows) });
  return (
    <section className={css.card} data-surface="card">
      <h2>{t('running')}</h2>
      <Progress value={(100 * done) / Math.max(1, given.rows)} aria-label={text} size="lg" radius="md" />
      <p className={css.hint} role="status">
        {text}
      </p>
      <p className={css.hint}>{t('running_text')}</p>
    </section>
  );
}
