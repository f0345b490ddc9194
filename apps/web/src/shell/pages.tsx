/** Pages of the shell: not found, not allowed, failed. */
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/states.tsx';
import { copyText } from '#platform/toast.ts';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import { NotArrived } from './notArrived.ts';
import css from './shell.module.css';
import { WhomToAsk } from './whomToAsk.tsx';

function HomeLink() {
  const { t } = useTranslation(['ui', 'common']);
  return (
    <Button variant="default" component={Link} to="/">
      {t('home')}
    </Button>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation(['ui', 'common']);
  useDocumentTitle(t('common:not_found_title'));
  return (
    <div className={css.padded} data-page="not-found">
      <EmptyState heading="h1" title={t('common:not_found_title')} text={t('common:not_found_text')} action={<HomeLink />} />
    </div>
  );
}

export function ForbiddenPage() {
  const { t } = useTranslation(['ui', 'common']);
  useDocumentTitle(t('forbidden_title'));
  return (
    <div className={css.padded} data-page="forbidden">
      <EmptyState heading="h1" title={t('forbidden_title')} text={t('forbidden_text')} action={<HomeLink />}>
        <WhomToAsk />
      </EmptyState>
    </div>
  );
}

/** Catches errors of a screen, also while loading it, so that the shell stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return error instanceof NotArrived ? <NotArrivedPage onRetry={retry} /> : <BrokenPage error={error} onRetry={retry} />;
}

function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['ui', 'common']);
  const details = [location.pathname, error instanceof Error ? (error.stack ?? error.message) : String(error)].join('\n');
  return (
    <div className={css.padded} role="alert" data-page="crash">
      <EmptyState
        heading="h1"
        title={t('common:crash_title')}
        text={t('common:crash_text')}
        action={
          <>
            <Button onClick={onRetry}>{t('retry')}</Button>
            <Button variant="default" onClick={() => void copyText(details)}>
              {t('common:copy_details')}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Retries automatically when the network is back. */
function NotArrivedPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['ui', 'common']);
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div className={css.padded} role="alert" data-page="not-arrived">
      <EmptyState
        heading="h1"
        title={t('common:error_network')}
        text={t('common:error_network_hint')}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </div>
  );
}
