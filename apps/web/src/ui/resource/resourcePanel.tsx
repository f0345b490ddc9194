import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { callAny } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field, Values } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = {
  title: string;
  fields: readonly Field[];
  initial: Values;
  toBody: (values: Values) => Values;
  endpoint: Endpoint;
  /** The row that is edited, or null to add one. */
  row: { id: string; version: number } | null;
  /** What was done, for the message. */
  success: string;
  onSaved: () => void;
  onClose: () => void;
};

/** The form of a `ResourcePage`, beside its list. */
export function ResourcePanel({ title, fields, initial, toBody, endpoint, row, success, onSaved, onClose }: Props) {
  const { t } = useTranslation('ui');
  const state = useResourceForm({
    initial,
    version: row?.version,
    schema: endpoint.body,
    labels: Object.fromEntries(fields.map((field) => [field.name, field.label])),
    toBody,
    save: (body) => callAny(endpoint, { params: row ? { id: row.id } : {}, body }),
    success,
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={title} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} submitLabel={row ? t('save_changes') : t('add')} onCancel={() => void close()} />
    </SidePanel>
  );
}
