import { Button } from '@mantine/core';
import { list, merge } from '#endpoints/support/helpDesk.ts';
import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';
import { PickBox } from '#ui/pickBox.tsx';
import { nameOf } from './words.tsx';

type Props = { ticket: Ticket; onMerged: (into_id: string) => Promise<unknown>; onClose: () => void };

/** Finds the ticket that says the same, and says what becomes of both before anything happens. */
export function MergeDialog({ ticket, onMerged, onClose }: Props) {
  const { t } = useTranslation(['helpDesk', 'ui']);
  const [words, setWords] = useState<string | null>('');
  const [into, setInto] = useState<Ticket | null>(null);
  const [running, setRunning] = useState(false);
  const { data } = useEndpoint(list, { query: { scope: 'all', q: words ?? '', per_page: 10 } }, { enabled: words !== null });
  const others = data?.data.filter((one) => one.id !== ticket.id && one.can.merge);
  const save = async () => {
    if (!into) return;
    setRunning(true);
    try {
      await call(merge, { params: { id: ticket.id }, body: { into_ticket_id: into.id } });
      toast.success(t('merged', { ticket: nameOf(into) }));
      await onMerged(into.id);
    } catch (error) {
      toast.failure(error);
      setRunning(false);
    }
  };
  return (
    <Dialog title={t('merge')} onClose={onClose}>
      <div className={panel.stack}>
        <PickBox
          label={t('merge_into')}
          placeholder={t('merge_search')}
          first
          finds={others?.map((one) => ({ key: one.id, name: nameOf(one), detail: one.opened_name }))}
          onSearch={setWords}
          onChoose={(key) => setInto(others?.find(({ id }) => id === key) ?? null)}
          nothing={(sought) => t('merge_nothing', { words: sought })}
        />
        {into ? (
          <>
            <p>
              <strong>{t('merge_ask', { ticket: nameOf(ticket), into: nameOf(into) })}</strong>
            </p>
            <p className={panel.note}>{t('merge_text')}</p>
          </>
        ) : null}
        <div className={panel.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button loading={running} disabled={!into} onClick={() => void save()}>
            {t('merge')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
