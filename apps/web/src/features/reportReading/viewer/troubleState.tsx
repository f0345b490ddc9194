import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX, IconReportOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../core/toast.ts';
import { EmptyState } from '../../../core/ui/States.tsx';
import type { Trouble, TroubleWord } from './trouble.ts';

/** Trying again cannot help before somebody has changed something. */
const final: ReadonlySet<TroubleWord> = new Set(['not_found', 'forbidden', 'no_data_rule', 'reporting_not_found']);
const closed: ReadonlySet<TroubleWord> = new Set(['not_found', 'forbidden', 'no_data_rule']);

function TroubleIcon({ word }: { word: TroubleWord }) {
  if (closed.has(word)) return <IconLock size={32} stroke={1.4} />;
  return word === 'network' ? <IconPlugConnectedX size={32} stroke={1.4} /> : <IconReportOff size={32} stroke={1.4} />;
}

/** Instead of the report: what is wrong in plain words, what one can do, and the details for whoever helps. */
export function TroubleState({ trouble, onRetry }: { trouble: Trouble; onRetry: () => void }) {
  const { t } = useTranslation(['reportReading', 'ui', 'common']);
  const { word, details } = trouble;
  useEffect(() => {
    if (word !== 'network') return undefined;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [word, onRetry]);
  return (
    <div role="alert">
      <EmptyState
        icon={<TroubleIcon word={word} />}
        title={t(`trouble_${word}_title`)}
        text={t(`trouble_${word}_text`)}
        action={
          <>
            {final.has(word) ? null : <Button onClick={onRetry}>{t('ui:retry')}</Button>}
            <Button variant="default" component={Link} to="/">
              {t('ui:home')}
            </Button>
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
