import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX, IconReportOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { copyText } from '#platform/toast.ts';
import { EmptyState } from '#ui/states.tsx';
import type { Trouble, TroubleWord } from '#platform/embed/trouble.ts';
import { CatalogueOffer } from './catalogueOffer.tsx';
import css from './viewer.module.css';

/** The longest delay of a timer. */
const longestWaitMs = 2 ** 31 - 5000;

/** Problems for which a retry cannot help. */
const final: ReadonlySet<TroubleWord> = new Set(['not_found', 'forbidden', 'no_data_rule', 'rule_refused', 'reporting_not_found']);
const closed: ReadonlySet<TroubleWord> = new Set(['not_found', 'forbidden', 'no_data_rule', 'rule_refused']);

function TroubleIcon({ word }: { word: TroubleWord }) {
  if (closed.has(word)) return <IconLock size={32} stroke={1.4} />;
  return word === 'network' ? <IconPlugConnectedX size={32} stroke={1.4} /> : <IconReportOff size={32} stroke={1.4} />;
}

type Props = { id: string; trouble: Trouble; onRetry: () => void; children?: ReactNode };

/** Instead of the report: the problem, what the reader can do, and details for support. */
export function TroubleState({ id, trouble, onRetry, children }: Props) {
  const { t } = useTranslation(['reportReading', 'ui', 'common']);
  const { word, details, until, notice, again } = trouble;
  useEffect(() => {
    if (word !== 'network') return undefined;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [word, onRetry]);
  // Retries automatically when the problem ends at a known time, or may have ended.
  useEffect(() => {
    const wait = until ? Date.parse(until) - Date.now() : (again ?? Number.NaN) * 1000;
    if (!(wait > 0 && wait < longestWaitMs)) return undefined;
    const timer = setTimeout(onRetry, wait + 1000);
    return () => clearTimeout(timer);
  }, [until, again, onRetry]);
  return (
    <div role="alert">
      <EmptyState
        icon={<TroubleIcon word={word} />}
        title={t(`trouble_${word}_title`)}
        text={
          until ? (
            <>
              {notice ? <span className={css.notice}>{notice}</span> : null}
              {t('trouble_until', { at: formatDateTime(until) })}
            </>
          ) : (
            t(`trouble_${word}_text`)
          )
        }
        action={
          <>
            {word === 'not_found' ? <CatalogueOffer id={id} /> : null}
            {final.has(word) ? null : <Button onClick={onRetry}>{t('ui:retry')}</Button>}
            <Button variant="default" component={Link} to="/">
              {t('ui:home')}
            </Button>
            {closed.has(word) || until ? null : children}
            {details && !closed.has(word) ? (
              <Button variant="subtle" onClick={() => void copyText(details)}>
                {t('common:copy_details')}
              </Button>
            ) : null}
          </>
        }
      />
    </div>
  );
}
