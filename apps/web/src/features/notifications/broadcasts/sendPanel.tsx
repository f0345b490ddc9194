import type { Broadcast } from '@vitrine/contract/notifications/broadcasts.ts';
import { send } from '@vitrine/contract/notifications/broadcasts.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { AudienceNote } from './audienceNote.tsx';

/** Now, or at a time; once more is told whom it reaches. */
export function SendPanel({ broadcast, onSent, onClose }: { broadcast: Broadcast; onSent: () => void; onClose: () => void }) {
  const { t } = useTranslation('broadcasts');
  const { id, version, texts, to, audience, audience_role, unit_mails } = broadcast;
  const state = useResourceForm<{ at: string }>({
    initial: { at: '' },
    version,
    schema: send.body,
    labels: { at: t('send_when') },
    toBody: ({ at }) => ({ at: at.trim() === '' ? null : at }),
    save: (body) => call(send, { params: { id }, body }),
    success: ({ values }) => t(values.at === '' ? 'sent_toast' : 'scheduled_toast'),
    onSaved: () => {
      onSent();
      onClose();
    },
  });
  const close = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={t('send_title')} onClose={close}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'datetime', name: 'at', label: t('send_when'), description: t('send_when_text') }]}
        submitLabel={state.form.getValues().at === '' ? t('send_now') : t('send_later')}
        onCancel={close}
      >
        <AudienceNote values={{ audience, audience_role, group: to.group, people: to.people }} texts={texts} mails={unit_mails} />
      </ResourceForm>
    </SidePanel>
  );
}
