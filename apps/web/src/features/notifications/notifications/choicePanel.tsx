import type { Answer } from '@vitrine/contract/endpoint.ts';
import { mailRhythms, saveChoice } from '@vitrine/contract/notifications/notifications.ts';
import { getChoice } from '#endpoints/notifications/notifications.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentUser, isActing } from '#platform/session.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import type { Field } from '#ui/form/types.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { PushDevices } from '#ui/pushDevices/pushDevices.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { TopicTable } from './topicTable.tsx';

type Choice = Answer<typeof getChoice>;

const usualNight = { from: '20:00', until: '07:00' };
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }));

function ChoiceForm({ choice, onSaved, onClose }: { choice: Choice; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('notificationChoice');
  const labels = {
    mails: t('mails'),
    digest_hour: t('digest_hour'),
    quieted: t('quieted'),
    'quiet.from': t('quiet_from'),
    'quiet.until': t('quiet_until'),
  };
  const { mails, digest_hour, quiet, not_in_portal, not_by_mail, not_by_push, topics, unit_sends, mailed_anyway, timezone } = choice;
  const state = useResourceForm({
    initial: {
      mails,
      digest_hour: String(digest_hour),
      quieted: quiet !== null,
      quiet: quiet ?? usualNight,
      not_in_portal,
      not_by_mail,
      not_by_push,
    },
    schema: saveChoice.body,
    labels,
    toBody: ({ quieted, quiet: wanted, digest_hour: hour, ...others }) => ({
      ...others,
      digest_hour: Number(hour),
      quiet: quieted ? wanted : null,
    }),
    save: (body) => call(saveChoice, { body }),
    success: t('saved'),
    onSaved,
  });
  const { values } = state.form;
  const mailed = unit_sends.notifications || unit_sends.help_desk;
  const fields: Field[] = [
    {
      kind: 'choice',
      name: 'mails',
      label: labels.mails,
      description: t(mailed ? 'mails_hint' : 'unit_sends_none'),
      disabled: !mailed,
      options: mailRhythms.map((value) => ({ value, label: t(`mails_${value}`) })),
    },
    ...(values.mails === 'daily' || values.mails === 'weekly'
      ? [{ kind: 'select', name: 'digest_hour', label: labels.digest_hour, options: hours } as const]
      : []),
    { kind: 'switch', name: 'quieted', label: labels.quieted, description: t('quieted_hint', { timezone }) },
    ...(values.quieted
      ? [
          { kind: 'time', name: 'quiet.from', label: labels['quiet.from'] } as const,
          { kind: 'time', name: 'quiet.until', label: labels['quiet.until'] } as const,
        ]
      : []),
  ];
  return (
    <ResourceForm state={state} fields={fields} onCancel={onClose}>
      {isActing(currentUser()) ? null : <PushDevices />}
      <TopicTable
        topics={topics}
        unitSends={unit_sends}
        mailedAnyway={mailed_anyway}
        isMailed={values.mails !== 'never'}
        notInPortal={values.not_in_portal}
        notByMail={values.not_by_mail}
        notByPush={values.not_by_push}
        onChange={(field, next) => state.form.setFieldValue(field, next)}
      />
    </ResourceForm>
  );
}

/** What the person is told about: where, by mail how often, and when not. */
export function ChoicePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notificationChoice');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(getChoice, {}, { staleTime: 0 });
  return (
    <SidePanel title={t('title')} size={560} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <ChoiceForm
          choice={data}
          onClose={onClose}
          onSaved={() => {
            void stale(getChoice);
            onClose();
          }}
        />
      ) : null}
    </SidePanel>
  );
}
