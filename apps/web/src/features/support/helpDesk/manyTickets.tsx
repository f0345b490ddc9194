import { assign, get, setState } from '#endpoints/support/helpDesk.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentUser } from '#platform/session.ts';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { OneByOne } from '#ui/many/oneByOne.tsx';
import type { Item } from '#ui/many/useOneByOne.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';

export type TicketWish = 'take' | 'resolve';

/** True for what has changed something: who has a ticket already does not take it again. */
const works: Record<TicketWish, (id: string) => Promise<boolean>> = {
  async take(id) {
    const me = currentUser()?.id ?? null;
    const { assigned_to } = await call(get, { params: { id } });
    if (assigned_to === me) return false;
    await call(assign, { params: { id }, body: { assignee_id: me } });
    return true;
  },
  async resolve(id) {
    const { state } = await call(get, { params: { id } });
    if (state === 'resolved') return false;
    await call(setState, { params: { id }, body: { resolved: true } });
    return true;
  },
};

type Props = { wish: TicketWish; tickets: readonly Item[]; onDone: (undone: string[]) => void; onClose: () => void };

/** Asks before many tickets are taken or resolved, and then does it one after the other. */
export function ManyTickets({ wish, tickets, onDone, onClose }: Props) {
  const { t } = useTranslation('helpDesk');
  const [agreed, setAgreed] = useState(false);
  // The dialog that asks is followed by one that tells.
  useFocusBack();
  const count = tickets.length;
  if (agreed) {
    return (
      <OneByOne
        title={t(wish)}
        items={tickets}
        work={works[wish]}
        told={(done) => t(`many_done_${wish}`, { count: done })}
        onEnd={onDone}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t(`many_ask_${wish}`, { count })}
      text={t(`many_${wish}_text`)}
      confirm={t(wish)}
      onConfirm={() => {
        setAgreed(true);
        return new Promise(() => undefined);
      }}
      onClose={onClose}
    />
  );
}
