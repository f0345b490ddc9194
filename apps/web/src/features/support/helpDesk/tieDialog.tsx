import { Button, Select } from '@mantine/core';
import { maintenances, tie } from '#endpoints/support/ticketMaintenance.ts';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import type { TicketMaintenance } from '@vitrine/contract/support/ticketMaintenance.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';

/** Lets a ticket wait for the end of a maintenance, and says what becomes of it then. */
export function TieDialog({ ticket, onDone, onClose }: { ticket: WholeTicket; onDone: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation(['helpDesk', 'ui']);
  const { data } = useEndpoint(maintenances, { params: { id: ticket.id } });
  const tied = ticket.maintenance?.id ?? null;
  const [chosen, choose] = useState(tied);
  const [running, setRunning] = useState(false);
  const windows = data?.data ?? [];
  const window = windows.find(({ id }) => id === chosen);
  const spanOf = ({ starts_at, ends_at, of_ticket }: TicketMaintenance) => {
    const span = t('tie_span', { start: formatDateTime(starts_at), end: formatDateTime(ends_at) });
    return of_ticket ? `${t('tie_of_ticket')}. ${span}` : span;
  };
  const save = async (maintenance_id: string | null) => {
    setRunning(true);
    try {
      await call(tie, { params: { id: ticket.id }, body: { maintenance_id } });
      toast.success(t(maintenance_id === null ? 'untied' : 'tied'));
      await onDone();
      onClose();
    } catch (error) {
      toast.failure(error);
      setRunning(false);
    }
  };
  return (
    <Dialog title={t('tie')} onClose={onClose}>
      <div className={panel.stack}>
        {data && windows.length === 0 ? (
          <p className={panel.note}>
            {t('tie_none')}. {t('tie_none_text')}
          </p>
        ) : null}
        {windows.length > 0 ? (
          <>
            <Select
              label={t('tie_ask')}
              data={windows.map(({ id, title, ends_at }) => ({
                value: id,
                label: t('maintenance_fact', { title, end: formatDateTime(ends_at) }),
              }))}
              description={window ? spanOf(window) : null}
              value={chosen}
              onChange={choose}
              searchable={windows.length > 8}
              data-autofocus
            />
            <p className={panel.note}>{t('tie_text')}</p>
          </>
        ) : null}
        <div className={panel.buttons}>
          {tied === null ? null : (
            <Button variant="default" loading={running} onClick={() => void save(null)}>
              {t('untie')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button loading={running} disabled={chosen === null || chosen === tied} onClick={() => void save(chosen)}>
            {t('tie')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
