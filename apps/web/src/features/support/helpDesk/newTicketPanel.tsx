import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { add, get, list } from '@vitrine/contract/support/helpDesk.ts';
import { ticketPriorities } from '@vitrine/contract/support/ticket.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { AttachField, takesFiles, useAttachments } from '#ui/attach/attachField.tsx';
import { Suggestions } from '#ui/suggestions/suggestions.tsx';
import { nameOf } from './words.tsx';

type Props = {
  /** A resolved ticket that the new one goes on from. */
  follows?: { id: string; number: number; title: string };
  onAdded: (ticket: WholeTicket) => void;
  onClose: () => void;
};

/** Opens a ticket. */
export function NewTicketPanel({ follows, onAdded, onClose }: Props) {
  const { t } = useTranslation('helpDesk');
  const stale = useStale();
  const attachments = useAttachments();
  const labels = { title: t('ticket_title'), text: t('text'), priority: t('priority') };
  const state = useResourceForm({
    initial: { title: follows?.title ?? '', text: '', priority: 'normal' },
    schema: add.body,
    labels,
    toBody: (values) => ({
      ...values,
      attachment_ids: attachments.files.map(({ id }) => id),
      follows_ticket_id: follows?.id ?? null,
    }),
    save: (body) =>
      call(add, { body }).then(async (ticket) => {
        await stale(list, get);
        onAdded(ticket);
      }),
    success: t('opened'),
  });
  const cancel = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('add')} size={560} onClose={() => void cancel()}>
      {follows ? <p>{t('goes_on_from', { ticket: nameOf(follows) })}</p> : null}
      <div {...takesFiles(attachments)}>
        <ResourceForm
          state={state}
          fields={[
            { kind: 'text', name: 'title', label: labels.title, description: t('title_hint'), required: true },
            { kind: 'textarea', name: 'text', label: labels.text, description: t('text_hint'), required: true },
            {
              kind: 'choice',
              name: 'priority',
              label: labels.priority,
              options: ticketPriorities.map((value) => ({ value, label: t(`priority_${value}`) })),
            },
          ]}
          submitLabel={t('send')}
          onCancel={() => void cancel()}
        >
          <Suggestions text={`${state.form.values.title} ${state.form.values.text}`} onSolved={onClose} />
          <AttachField attachments={attachments} />
        </ResourceForm>
      </div>
    </SidePanel>
  );
}
