import { list as companyList } from '@vitrine/contract/organisation/companies.ts';
import type { WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { use } from '@vitrine/contract/organisation/themes.ts';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Option } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';

type Props = { theme: WholeTheme; onSaved: () => void; onClose: () => void };

function UnitsForm({ theme: { id, name, units, used_here }, options, onSaved, onClose }: Props & { options: Option[] }) {
  const { t } = useTranslation('themes');
  const labels = { unit_ids: t('units') };
  const state = useResourceForm({
    initial: { unit_ids: units.map((unit) => unit.id) },
    schema: use.body,
    labels,
    toBody: ({ unit_ids }) => ({ self: used_here, unit_ids }),
    save: (body) => call(use, { params: { id }, body }),
    success: t('given'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const cancel = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={t('give_title', { name })} onClose={cancel}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'multiselect', name: 'unit_ids', label: labels.unit_ids, description: t('units_text'), options }]}
        onCancel={cancel}
      />
    </SidePanel>
  );
}

/** Units of a partner that use this theme instead of the partner's own. */
export function UnitsPanel(props: Props) {
  const { t } = useTranslation('themes');
  const { data, error, refetch } = useAllRows(companyList);
  if (error)
    return (
      <SidePanel title={t('give_title', { name: props.theme.name })} onClose={props.onClose}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </SidePanel>
    );
  return data ? <UnitsForm {...props} options={data.map(({ id, name }) => ({ value: id, label: name }))} /> : null;
}
