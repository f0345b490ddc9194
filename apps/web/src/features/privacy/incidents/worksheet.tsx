import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { update } from '@vitrine/contract/privacy/incidents.ts';
import { dataKinds, incidentDays, incidentRisks } from '#endpoints/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';

const orNull = (minute: string): string | null => (minute === '' ? null : minute);

/** The names of the worksheet's fields, for the form, for its errors and for whoever only reads it. */
export function useWorksheetLabels() {
  const { t } = useTranslation('incidents');
  return {
    title: t('name'),
    noticed: t('noticed'),
    happened: t('happened'),
    happened_start: t('happened_start'),
    happened_end: t('happened_end'),
    data_kinds: t('data_kinds'),
    cause: t('cause'),
    measures: t('measures'),
    risk: t('risk'),
    risk_reason: t('risk_reason'),
    data_officer: t('data_officer'),
  };
}

function useFields(labels: ReturnType<typeof useWorksheetLabels>): Field[] {
  const { t } = useTranslation(['incidents', 'incidentFile']);
  return [
    { kind: 'text', name: 'title', label: labels.title, required: true },
    { kind: 'datetime', name: 'noticed', label: labels.noticed, description: t('noticed_hint', { days: incidentDays }), required: true },
    { kind: 'textarea', name: 'happened', label: labels.happened },
    { kind: 'datetime', name: 'happened_start', label: labels.happened_start },
    { kind: 'datetime', name: 'happened_end', label: labels.happened_end },
    {
      kind: 'multiselect',
      name: 'data_kinds',
      label: labels.data_kinds,
      options: dataKinds.map((value) => ({ value, label: t(`incidentFile:data_${value}`) })),
    },
    { kind: 'textarea', name: 'cause', label: labels.cause },
    { kind: 'textarea', name: 'measures', label: labels.measures, description: t('measures_hint') },
    {
      kind: 'choice',
      name: 'risk',
      label: labels.risk,
      description: t('risk_hint'),
      options: incidentRisks.map((value) => ({ value, label: t(`incidentFile:risk_${value}`) })),
    },
    { kind: 'textarea', name: 'risk_reason', label: labels.risk_reason },
    { kind: 'textarea', name: 'data_officer', label: labels.data_officer, description: t('data_officer_hint') },
  ];
}

/** What happened, what it was about, what was done: filled in bit by bit while the clock runs. */
export function Worksheet({ incident, onSaved }: { incident: WholeIncident; onSaved: () => void }) {
  const { t } = useTranslation('incidents');
  const labels = useWorksheetLabels();
  const { title, noticed, happened, happened_start, happened_end, data_kinds, cause, measures, risk, risk_reason, data_officer } = incident;
  const state = useResourceForm({
    initial: {
      title,
      noticed,
      happened,
      happened_start: happened_start ?? '',
      happened_end: happened_end ?? '',
      data_kinds,
      cause,
      measures,
      risk,
      risk_reason,
      data_officer,
    },
    version: incident.version,
    schema: update.body,
    labels,
    toBody: (values) => ({ ...values, happened_start: orNull(values.happened_start), happened_end: orNull(values.happened_end) }),
    save: (body) => call(update, { params: { id: incident.id }, body }),
    success: t('saved'),
    onSaved,
  });
  return <ResourceForm state={state} bar="changed" fields={useFields(labels)} />;
}
