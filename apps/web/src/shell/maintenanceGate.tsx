import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isDisplay } from '#platform/displaySession.ts';
import { formatDateTime } from '#platform/formats.ts';
import { signOut } from '#platform/signInFlow.ts';
import css from './maintenanceGate.module.css';

/** Covers the screen during maintenance: what is open below stays as it is, with what was typed. */
export function MaintenanceGate({ until, message }: { until: string | null; message: string | null }) {
  const { t } = useTranslation('shell');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={css.page} data-surface="background">
      <section className={css.card} data-surface="card" aria-labelledby="maintenance-gate">
        <h1 id="maintenance-gate" ref={heading} tabIndex={-1}>
          {t('maintenance_title')}
        </h1>
        {message ? <p className={css.message}>{message}</p> : null}
        {until ? <p>{t('maintenance_until', { when: formatDateTime(until) })}</p> : null}
        <p className={css.dim}>{t('maintenance_text')}</p>
        {isDisplay() ? null : (
          <div>
            <Button variant="default" onClick={() => signOut()}>
              {t('sign_out')}
            </Button>
          </div>
        )}
      </section>
    </main>
  );
}
