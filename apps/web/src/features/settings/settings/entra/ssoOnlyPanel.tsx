import type { SsoOnly } from '@vitrine/contract/signIn/ssoOnly.ts';
import { update } from '@vitrine/contract/signIn/ssoOnly.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field, Values } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { ssoOnly: SsoOnly; onClose: () => void; onSaved: () => void };

/** For which domains passwords are off, and which administrators keep one. */
export function SsoOnlyPanel({ ssoOnly, onClose, onSaved }: Props) {
  const { t } = useTranslation('entra');
  const { domains, suggested, administrators, version } = ssoOnly;
  const hint =
    suggested.length > 0 ? [t('sso_suggested', { domains: suggested.join(', ') }), t('sso_domains_hint')] : [t('sso_domains_hint')];
  const fields: Field[] = [
    { kind: 'tags', name: 'domains', label: t('sso_domains'), description: hint.join('. '), placeholder: 'empresa.com.br' },
    {
      kind: 'multiselect',
      name: 'membership_ids',
      label: t('sso_keepers'),
      description: t('sso_keepers_hint'),
      options: administrators.map(({ id, name, has_password }) => ({
        value: id,
        label: has_password ? name : t('sso_no_password', { name }),
      })),
    },
  ];
  const state = useResourceForm<Values>({
    initial: {
      domains: domains.map(({ domain }) => domain),
      membership_ids: administrators.flatMap(({ id, keeps_password }) => (keeps_password ? [id] : [])),
    },
    version,
    schema: update.body,
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    toBody: (values) => ({ ...values, version }),
    save: (body) => call(update, { body }),
    success: t('sso_saved'),
    onSaved,
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('sso_title')} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} onCancel={() => void close()} />
    </SidePanel>
  );
}
