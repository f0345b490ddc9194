import type { RemoteAccess, RemoteEvent } from '@vitrine/contract/signIn/remoteAccess.ts';
import { exportReceipt, receipt } from '#endpoints/signIn/remoteAccess.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { useEndpoint } from '#platform/query.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { useAuditWords } from '#ui/history/auditWords.ts';
import { useChanges } from '#ui/history/fieldWords.ts';
import { ChangeLine } from '#ui/history/historyTab.tsx';
import { RequestFacts } from '#ui/remoteAccess/question.tsx';
import css from '#ui/remoteAccess/remoteAccess.module.css';
import { ErrorState } from '#ui/states.tsx';

function Event({ event, timezone }: { event: RemoteEvent; timezone: string }) {
  const { t } = useTranslation(['remoteAccess', 'shell']);
  const { actionOf, objectOf } = useAuditWords();
  const changes = useChanges()({ ...event, names: {} });
  const saidOf = () => {
    if (event.action === 'screen')
      return t('saw_screen', { screen: t(`shell:screen_${event.object_id ?? ''}`, { defaultValue: event.object_id ?? '–' }) });
    return event.action === 'report' ? t('read_report', { title: event.title ?? '–' }) : `${actionOf(event)}: ${objectOf(event)}`;
  };
  return (
    <li>
      <time dateTime={event.at}>{momentText(event.at, timezone)}</time> {saidOf()}
      {changes.length > 0 ? (
        <ul>
          {changes.map((change) => (
            <ChangeLine key={change.key} change={change} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** What was opened and changed while somebody acted. */
export function Receipt({ access }: { access: RemoteAccess }) {
  const { t } = useTranslation('remoteAccess');
  const timezone = useConfig()?.timezone ?? 'UTC';
  const { data, error, refetch } = useEndpoint(receipt, { params: { id: access.id } }, { staleTime: 0 });
  const save = () => void saveFile(exportReceipt, { params: { id: access.id }, query: { format: 'csv' } }).catch(toast.failure);
  const at = (moment: string | null) => (moment ? momentText(moment, timezone) : '–');
  return (
    <>
      <RequestFacts access={access} />
      <dl className={css.facts}>
        <dt>{t('for_whom')}</dt>
        <dd>{access.person_name}</dd>
        {access.consent ? (
          <>
            <dt>{t('consent')}</dt>
            <dd>{t(`consent_${access.consent}`)}</dd>
          </>
        ) : null}
        <dt>{t('state')}</dt>
        <dd>{t(`state_${access.state}`)}</dd>
        <dt>{t('began')}</dt>
        <dd>{at(access.started_at)}</dd>
        <dt>{t('over')}</dt>
        <dd>
          {at(access.ended_at)}
          {access.end_reason ? ` (${t(`ended_by_${access.end_reason}`)})` : null}
        </dd>
      </dl>
      {access.started_at ? (
        <Button className={css.start} variant="default" size="xs" leftSection={<IconDownload size={14} />} onClick={save}>
          {t('download')}
        </Button>
      ) : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && data.events.length === 0 ? <p>{t('nothing_done')}</p> : null}
      {data && data.events.length > 0 ? (
        <ol className={css.events}>
          {data.events.map((event) => (
            <Event key={`${event.at} ${event.action} ${event.object_id ?? ''}`} event={event} timezone={timezone} />
          ))}
        </ol>
      ) : null}
      {data?.more ? <p>{t('more_done')}</p> : null}
    </>
  );
}
