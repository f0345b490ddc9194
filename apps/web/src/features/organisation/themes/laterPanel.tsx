import type { WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { publish } from '@vitrine/contract/organisation/themes.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { theme: WholeTheme; onSaved: () => void; onClose: () => void };

/** Typed in the time of this browser, as every hour on the page is shown. */
const momentOf = (typed: string): string => (Number.isNaN(Date.parse(typed)) ? '' : new Date(typed).toISOString());

/** When the draft, as it is now, will be published. */
export function LaterPanel({ theme: { id, name, version }, onSaved, onClose }: Props) {
  const { t } = useTranslation('themes');
  const labels = { at: t('publish_at') };
  const state = useResourceForm({
    initial: { at: '' },
    version,
    schema: publish.body,
    labels,
    toBody: ({ at }) => ({ at: momentOf(at) }),
    save: (body) => call(publish, { params: { id }, body }),
    success: t('planned'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const cancel = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={t('publish_later_title', { name })} onClose={cancel}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'datetime', name: 'at', label: labels.at, description: t('publish_at_text'), required: true }]}
        submitLabel={t('plan')}
        onCancel={cancel}
      />
    </SidePanel>
  );
}
