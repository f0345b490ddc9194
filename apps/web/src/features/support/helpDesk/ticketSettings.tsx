import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { update } from '@vitrine/contract/support/helpDesk.ts';
import { ticketPriorities } from '@vitrine/contract/support/ticket.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';

/** Priority and estimate, which agents set. */
export function TicketSettings({ ticket, onSaved }: { ticket: WholeTicket; onSaved: () => void }) {
  const { t } = useTranslation('helpDesk');
  const labels = { priority: t('priority'), estimated: t('estimated_at') };
  const state = useResourceForm({
    initial: { priority: ticket.priority, estimated: ticket.estimated ?? '' },
    version: ticket.version,
    schema: update.body,
    labels,
    toBody: ({ priority, estimated }) => ({ priority, estimated: estimated === '' ? null : estimated }),
    save: (body) => call(update, { params: { id: ticket.id }, body }),
    success: t('saved'),
    onSaved,
  });
  return (
    <ResourceForm
      state={state}
      bar="changed"
      fields={[
        {
          kind: 'choice',
          name: 'priority',
          label: labels.priority,
          options: ticketPriorities.map((value) => ({ value, label: t(`priority_${value}`) })),
        },
        { kind: 'datetime', name: 'estimated', label: labels.estimated, description: t('estimated_hint') },
      ]}
    />
  );
}
