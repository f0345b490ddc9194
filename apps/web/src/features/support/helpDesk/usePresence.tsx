import { presence } from '#endpoints/support/helpDesk.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import css from './helpDesk.module.css';

type Doing = 'look' | 'type' | 'note';
type Present = { name: string; doing: Doing; until: number };

const lookEveryMs = 30_000;
const typeEveryMs = 5000;
/** A little longer than the pause between two, so that nothing flickers. */
const lastsMs = { look: 45_000, type: 10_000, note: 10_000 };

const isDoing = (value: string | undefined): value is Doing => value === 'look' || value === 'type' || value === 'note';

/** Who else is at this ticket now. What is not repeated is over. */
function usePresent(ticket_id: string): Present[] {
  const [present, setPresent] = useState<Record<string, Present>>({});
  useLive('ticket_presence', ({ ticket_id: at, person_id, name, doing }) => {
    if (at !== ticket_id || !person_id || !name || !isDoing(doing)) return;
    setPresent((before) => {
      const now = Date.now();
      const known = before[person_id];
      // Who writes looks as well: that is not said instead.
      if (doing === 'look' && known && known.doing !== 'look' && known.until > now) return before;
      return { ...before, [person_id]: { name, doing, until: now + lastsMs[doing] } };
    });
  });
  // What somebody was writing may have been said.
  useLive('ticket', ({ ticket_id: at }) => {
    if (at === ticket_id)
      setPresent((before) => Object.fromEntries(Object.entries(before).map(([id, one]) => [id, { ...one, doing: 'look' as const }])));
  });
  const all = Object.values(present);
  const next = Math.min(...all.map(({ until }) => until));
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(
      () => setPresent((before) => Object.fromEntries(Object.entries(before).filter(([, { until }]) => until > Date.now()))),
      Math.max(0, next - Date.now()) + 50,
    );
    return () => clearTimeout(timer);
  }, [next]);
  return all;
}

/** Tells others that one looks at a ticket, and, by what it answers, that one writes; and who else does. */
export function usePresence(ticket_id: string, { tells, works }: { tells: boolean; works: boolean }) {
  const last = useRef(0);
  const present = usePresent(ticket_id);
  useEffect(() => {
    if (!tells) return undefined;
    // Nobody waits for it, and the next one comes soon.
    const look = () => {
      if (document.visibilityState === 'visible')
        void call(presence, { params: { id: ticket_id }, body: { doing: 'look' } }).catch(() => undefined);
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [ticket_id, tells]);
  const typing = (internal: boolean) => {
    if (!tells || Date.now() - last.current < typeEveryMs) return;
    last.current = Date.now();
    void call(presence, { params: { id: ticket_id }, body: { doing: internal ? 'note' : 'type' } }).catch(() => undefined);
  };
  return { typing, present: present.filter(({ doing }) => works || doing === 'type') };
}

/** One quiet line: who writes, or else who looks. */
export function PresenceLine({ present }: { present: readonly Present[] }) {
  const { t } = useTranslation('helpDesk');
  const [one, ...others] = [
    ...present.filter(({ doing }) => doing === 'type'),
    ...present.filter(({ doing }) => doing === 'note'),
    ...present.filter(({ doing }) => doing === 'look'),
  ];
  const names = one ? [one, ...others.filter(({ doing }) => doing === one.doing)].map(({ name }) => name).join(', ') : '';
  return (
    <p className={css.presence} role="status">
      {one ? t(`presence_${one.doing}`, { names }) : ''}
    </p>
  );
}
