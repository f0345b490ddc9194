import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { ticketPriorities } from '@vitrine/contract/support/ticket.ts';
import type { TicketGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { getGoals, saveGoals } from '@vitrine/contract/support/ticketGoals.ts';
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';

const goalNames = ['answer', 'solution'] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

type Hours = TicketGoals['hours'];
type Goal = (typeof goalNames)[number];

/** Every number of hours, as it stands in the body and as the form has it. */
const mapped = <From, To>(hours: Record<keyof Hours, Record<Goal, From>>, map: (value: From) => To) =>
  Object.fromEntries(ticketPriorities.map((of) => [of, { answer: map(hours[of].answer), solution: map(hours[of].solution) }])) as Record<
    keyof Hours,
    Record<Goal, To>
  >;

type Props = {
  goals: TicketGoals;
  /** Told how the form is left, which asks before changes are lost. */
  leavingRef: RefObject<() => Promise<boolean>>;
  onClose: () => void;
};

function Goals({ goals: { days, hours, version, ...input }, leavingRef, onClose }: Props) {
  const { t } = useTranslation('ticketGoals');
  const stale = useStale();
  const every = goalNames.flatMap((goal) => ticketPriorities.map((of) => ({ name: `hours.${of}.${goal}`, label: t(`${goal}_${of}`) })));
  const labels = {
    days: t('days'),
    starts: t('starts'),
    ends: t('ends'),
    ...Object.fromEntries(every.map(({ name, label }) => [name, label])),
  };
  const state = useResourceForm({
    initial: { ...input, days: days.map(String), hours: mapped(hours, (value) => value ?? '') },
    version,
    schema: saveGoals.body,
    labels,
    toBody: (values) => ({
      ...values,
      days: values.days.map(Number),
      hours: mapped(values.hours, (value) => (value === '' ? null : value)),
    }),
    save: (body) => call(saveGoals, { body }),
    success: t('saved'),
    onSaved: () => void stale(getGoals).then(onClose),
  });
  useEffect(() => {
    leavingRef.current = state.mayLeave;
  });
  return (
    <>
      <p>{t('hint')}</p>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'multiselect',
            name: 'days',
            label: labels.days,
            options: weekdays.map((day) => ({ value: String(day), label: t(`day_${day}`) })),
            required: true,
          },
          { kind: 'time', name: 'starts', label: labels.starts, required: true },
          { kind: 'time', name: 'ends', label: labels.ends, description: t('ends_hint'), required: true },
          ...every.map(({ name, label }) => ({
            kind: 'number' as const,
            name,
            label,
            placeholder: t('no_goal'),
            suffix: t('hours'),
            min: 1,
            max: 500,
          })),
        ]}
        onCancel={onClose}
      />
    </>
  );
}

/** Until when tickets should be answered and resolved, and the hours in which the help desk works. */
export function GoalsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ticketGoals');
  const { data, error, refetch } = useEndpoint(getGoals, {});
  const leavingRef = useRef(() => Promise.resolve(true));
  const close = async () => {
    if (await leavingRef.current()) onClose();
  };
  return (
    <SidePanel title={t('title')} size={560} onClose={() => void close()}>
      {data ? (
        <Goals goals={data} leavingRef={leavingRef} onClose={() => void close()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={400} radius="md" />
      )}
    </SidePanel>
  );
}
