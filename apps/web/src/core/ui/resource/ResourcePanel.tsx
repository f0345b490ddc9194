import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { callAny } from '../../http.ts';
import { ResourceForm } from '../form/ResourceForm.tsx';
import type { Field, Values } from '../form/types.ts';
import { useResourceForm } from '../form/useResourceForm.ts';
import { SidePanel } from '../SidePanel.tsx';

type Props = {
  title: string;
  fields: readonly Field[];
  initial: Values;
  toBody: (values: Values) => Values;
  endpoint: Endpoint;
  /** The row that is edited, or null to add one. */
  row: { id: string; version: number } | null;
  onSaved: () => void;
  onClose: () => void;
};

/** The form of a `ResourcePage`, beside its list. */
export function ResourcePanel({ title, fields, initial, toBody, endpoint, row, onSaved, onClose }: Props) {
  const { t } = useTranslation('ui');
  const state = useResourceForm({
    initial,
    version: row?.version,
    schema: endpoint.body,
    labels: Object.fromEntries(fields.map((field) => [field.name, field.label])),
    toBody,
    save: (body) => callAny(endpoint, { params: row ? { id: row.id } : {}, body }),
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
