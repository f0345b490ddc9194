import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { copyText, failureCode, failureDetails, failureHint, failureText } from '#platform/toast.ts';
import css from './states.module.css';

type StateProps = {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  /** `h1` where the state is the whole page. */
  heading?: 'h1' | 'h2';
  /** Below the text, such as whom to ask. */
  children?: ReactNode;
};

/** One sentence and one button: why there is nothing, and what next. */
export function EmptyState({ title, text, icon, action, heading: Heading = 'h2', children }: StateProps) {
  return (
    <div className={css.state}>
      {icon ? <div className={css.icon}>{icon}</div> : null}
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {children}
      {action ? <div className={css.actions}>{action}</div> : null}
    </div>
  );
}

/** An error state with the server's sentence, a retry and details for support. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation(['ui', 'common']);
  const failure = failureOf(error);
  const hint = failureHint(failure);
  const code = failureCode(failure);
  return (
    <div className={css.state} role="alert">
      <h2>{failureText(failure)}</h2>
      {hint ? <p>{hint}</p> : null}
      {failure.status === 404 ? <p>{t('error_missing_hint')}</p> : null}
      {code ? (
        <p>
          {t('common:error_code')}: <code>{code}</code>
        </p>
      ) : null}
      <div className={css.actions}>
        {onRetry && failure.status !== 404 ? (
          <Button variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        ) : null}
        {failure.request_id ? (
          <Button variant="subtle" onClick={() => void copyText(failureDetails(failure))}>
            {t('common:copy_details')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
