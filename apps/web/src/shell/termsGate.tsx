import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accept, pending } from '#endpoints/settings/terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { signOut } from '#platform/signInFlow.ts';
import { termsDue } from '#platform/termsDue.ts';
import { toast } from '#platform/toast.ts';
import { ErrorState } from '#ui/states.tsx';
import css from './termsGate.module.css';

/** Shows only the terms until they are accepted. Refusing signs out. */
export function TermsGate() {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const [read, setRead] = useState<Record<string, boolean>>({});
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: [pending.path], queryFn: () => call(pending, {}), gcTime: 0 });
  const open = async () => {
    termsDue.set(false);
    await client.invalidateQueries();
  };
  const agree = async () => {
    if (!data) return;
    setBusy(true);
    try {
      if (data.length > 0) await call(accept, { body: { version_ids: data.map(({ version_id }) => version_id) } });
      await open();
    } catch (refused) {
      // Another version was published meanwhile: show it.
      if (failureOf(refused).word === 'conflict') await refetch();
      else toast.failure(refused);
    }
    setBusy(false);
  };
  const ready = data !== undefined && data.every(({ version_id }) => read[version_id]);
  return (
    <main className={css.page} data-surface="background" id="content" tabIndex={-1}>
      <section className={css.card} data-surface="card" aria-labelledby="terms-gate">
        <h1 id="terms-gate">{t('terms_title')}</h1>
        <p className={css.lead}>{t('terms_text')}</p>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data?.map((term) => (
          <article key={term.version_id} className={css.term}>
            <h2>{term.title}</h2>
            <div className={css.text} tabIndex={0} role="region" aria-label={term.title}>
              {term.text}
            </div>
            <Checkbox
              label={t('terms_read', { title: term.title })}
              checked={read[term.version_id] ?? false}
              onChange={(event) => setRead({ ...read, [term.version_id]: event.currentTarget.checked })}
            />
          </article>
        ))}
        <div className={css.buttons}>
          <Button variant="default" onClick={() => signOut()}>
            {t('terms_refuse')}
          </Button>
          <Button disabled={!ready} loading={busy} onClick={() => void agree()}>
            {t('terms_accept')}
          </Button>
        </div>
      </section>
    </main>
  );
}
