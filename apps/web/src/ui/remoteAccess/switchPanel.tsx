import { useNavigate } from '@tanstack/react-router';
import type { ChangeChoices, Entered } from '@vitrine/contract/signIn/remoteAccess.ts';
import { changeChoices, changeToMember, changeToMemberAtOnce } from '@vitrine/contract/signIn/remoteAccess.ts';
import { useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goOnAs } from '#platform/actFor.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { firstWish, useWishFields } from './wishFields.ts';

type Person = ChangeChoices['people'][number];
type Unit = { id: string; name: string };
type Answer = Entered | { status: 'wait_authorization'; token: string };

/** A partner chooses in whose place it wants to be in one of its units, and waits for the answer or is there. */
export function SwitchPanel({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const { t } = useTranslation('remoteAccess');
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const q = useDeferredValue(words).trim().slice(0, 100);
  const { data, error, refetch } = useEndpoint(changeChoices, { query: { tenant_id: unit.id, q } }, { staleTime: 0 });
  const answered = useRef<Answer | null>(null);
  const found = data?.people ?? [];
  // Whoever was found by other words before can still be the one who is chosen.
  const [picked, setPicked] = useState<Person | null>(null);
  const labelOf = ({ role, name }: Person) => t(`switch_${role}`, { name });
  const known = picked && !found.some((person) => person.membership_id === picked.membership_id) ? [picked, ...found] : found;
  const named = (id: string) => known.find((person) => person.membership_id === id);
  const wish = useWishFields(unit.name);
  const labels = { ...wish.labels, membership_id: t('switch_person') };
  const state = useResourceForm({
    initial: { ...firstWish, membership_id: '' },
    schema: changeToMember.body,
    labels,
    toBody: ({ minutes, ...values }) => ({ ...values, tenant_id: unit.id, minutes: Number(minutes), from: location.pathname }),
    save: async (body: { membership_id: string; mode: string }) => {
      const isAtOnce = body.mode === 'read' && named(body.membership_id)?.asks === false;
      answered.current = await call(isAtOnce ? changeToMemberAtOnce : changeToMember, { body: body as never });
    },
    onSaved: () => {
      if (answered.current?.status === 'wait_authorization') void navigate({ to: `/authorization/${answered.current.token}` });
      else if (answered.current) goOnAs(answered.current);
    },
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  const { membership_id, mode } = state.form.values;
  const chosen = named(membership_id);
  if (chosen && chosen.membership_id !== picked?.membership_id) setPicked(chosen);
  const title = t('switch_title', { name: unit.name });
  if (!data?.allowed) {
    return (
      <SidePanel title={title} onClose={onClose}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data ? <p className={panel.note}>{t('switch_off', { name: unit.name })}</p> : null}
      </SidePanel>
    );
  }
  return (
    <SidePanel title={title} onClose={() => void close()}>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'select',
            name: 'membership_id',
            label: labels.membership_id,
            description: t('switch_person_text'),
            required: true,
            // The name of whoever was chosen is no search.
            onSearch: (typed) => setWords(known.some((person) => labelOf(person) === typed) ? '' : typed),
            options: known.map((person) => ({ value: person.membership_id, label: labelOf(person) })),
          },
          ...wish.fields,
        ]}
        submitLabel={t('switch_send')}
        onCancel={() => void close()}
      >
        {chosen ? (
          <p className={panel.note}>{t(mode === 'read' && !chosen.asks ? 'switch_at_once' : 'switch_asks', { name: chosen.name })}</p>
        ) : null}
      </ResourceForm>
    </SidePanel>
  );
}
