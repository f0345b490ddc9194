import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import { deny } from '@vitrine/contract/organisation/domains.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { domain: Domain; onSaved: () => void; onClose: () => void };

/** The partner says no, and why: whoever asked reads it. */
export function DenyPanel({ domain: { id, host_shown: host, version }, onSaved, onClose }: Props) {
  const { t } = useTranslation('domains');
  const labels = { note: t('deny_note') };
  const state = useResourceForm({
    initial: { note: '' },
    version,
    schema: deny.body,
    labels,
    save: (body) => call(deny, { params: { id }, body }),
    success: t('denied'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('deny_title', { host })} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'textarea', name: 'note', label: labels.note, description: t('deny_note_text') }]}
        submitLabel={t('deny')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      />
    </SidePanel>
  );
}
