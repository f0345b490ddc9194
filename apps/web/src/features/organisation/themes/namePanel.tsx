import type { ThemeRow, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { add, duplicate, get, list } from '@vitrine/contract/organisation/themes.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

/** `copied`: the theme whose draft the new one begins with. */
type Props = { copied: ThemeRow | null; onAdded: (id: string) => void; onClose: () => void };

/** The name of a new theme; everything else is set on its page. */
export function NamePanel({ copied, onAdded, onClose }: Props) {
  const { t } = useTranslation(['themes', 'ui']);
  const stale = useStale();
  const labels = { name: t('name') };
  const title = copied ? t('duplicate_title', { name: copied.name }) : t('add');
  const state = useResourceForm({
    initial: { name: copied ? t('copy_of', { name: copied.name }) : '' },
    schema: add.body,
    labels,
    save: (body) =>
      (copied ? call(duplicate, { params: { id: copied.id }, body }) : call(add, { body })).then(async ({ id }: WholeTheme) => {
        await stale(list, get);
        onAdded(id);
      }),
    success: ({ values: { name } }) => t('added', { name }),
  });
  return (
    <SidePanel title={title} onClose={() => void state.mayLeave().then((yes) => yes && onClose())}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'text', name: 'name', label: labels.name, description: t('name_text'), required: true }]}
        submitLabel={t('ui:add')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      />
    </SidePanel>
  );
}
