import { Button, Select } from '@mantine/core';
import { agents as agentsEndpoint, assign } from '#endpoints/support/helpDesk.ts';
import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';

const nobody = 'nobody';

/** Gives a ticket to an agent, or back to all of them. */
export function AssignDialog({ ticket, onDone, onClose }: { ticket: Ticket; onDone: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation(['helpDesk', 'ui']);
  const { data } = useEndpoint(agentsEndpoint, { params: { id: ticket.id } });
  const [chosen, choose] = useState<string | null>(ticket.assigned_to ?? nobody);
  const [running, setRunning] = useState(false);
  const agents = data?.agents ?? [];
  const options = [
    { value: nobody, label: t('nobody_yet') },
    ...agents.map(({ id, name, side }) => ({ value: id, label: side === 'partner' ? t('of_partner', { name }) : name })),
  ];
  const save = async () => {
    setRunning(true);
    try {
      await call(assign, { params: { id: ticket.id }, body: { assignee_id: chosen === nobody ? null : chosen } });
      await onDone();
      onClose();
    } catch (error) {
      toast.failure(error);
      setRunning(false);
    }
  };
  return (
    <Dialog title={t('assign')} onClose={onClose}>
      <div className={panel.stack}>
        {data ? (
          <Select label={t('assigned_to')} data={options} value={chosen} onChange={choose} searchable={agents.length > 8} data-autofocus />
        ) : null}
        {data && agents.length === 0 ? <p className={panel.note}>{t('no_agents')}</p> : null}
        <div className={panel.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button loading={running} disabled={!data || chosen === (ticket.assigned_to ?? nobody)} onClick={() => void save()}>
            {t('assign')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
