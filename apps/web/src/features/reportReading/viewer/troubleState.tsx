import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX, IconReportOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/formats.ts';
import { copyText } from '../../../core/toast.ts';
import { EmptyState } from '../../../core/ui/States.tsx';
import type { Trouble, TroubleWord } from '../../../core/embed/trouble.ts';
import { CatalogueOffer } from './catalogueOffer.tsx';
import css from './viewer.module.css';

/** Browsers forget timers that are longer. */
const longestWaitMs = 2 ** 31 - 5000;

/** Trying again cannot help before somebody has changed something. */
const final: ReadonlySet<TroubleWord> = new Set(['not_found', 'forbidden', 'no_data_rule', 'reporting_not_found']);
const closed: ReadonlySet<TroubleWord> = new Set(['not_found', 'forbidden', 'no_data_rule']);

function TroubleIcon({ word }: { word: TroubleWord }) {
  if (closed.has(word)) return <IconLock size={32} stroke={1.4} />;
  return word === 'network' ? <IconPlugConnectedX size={32} stroke={1.4} /> : <IconReportOff size={32} stroke={1.4} />;
}

type Props = { id: string; trouble: Trouble; onRetry: () => void; children?: ReactNode };

/** Instead of the report: what is wrong in plain words, what one can do, and the details for whoever helps. */
export function TroubleState({ id, trouble, onRetry, children }: Props) {
  const { t } = useTranslation(['reportReading', 'ui', 'common']);
  const { word, details, until, notice } = trouble;
  useEffect(() => {
    if (word !== 'network') return undefined;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [word, onRetry]);
  // What ends at a known time is tried again then.
  useEffect(() => {
    const wait = until ? Date.parse(until) - Date.now() : Number.NaN;
    if (!(wait > 0 && wait < longestWaitMs)) return undefined;
    const timer = setTimeout(onRetry, wait + 1000);
    return () => clearTimeout(timer);
  }, [until, onRetry]);
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
