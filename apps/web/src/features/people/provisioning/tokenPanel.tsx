import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ScimToken } from '@vitrine/contract/people/provisioning.ts';
import { add, tokenDays, update } from '@vitrine/contract/people/provisioning.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { copyText } from '#platform/toast.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './provisioning.module.css';

type Values = { name: string; days: number; rehearsal: boolean; invites: boolean };

const fieldsOf = (t: TFunction<'provisioning'>, isNew: boolean): Field[] => [
  { kind: 'text', name: 'name', label: t('name'), description: t('name_hint'), required: true },
  ...(isNew
    ? ([
        { kind: 'number', name: 'days', label: t('days'), description: t('days_hint'), required: true },
        { kind: 'switch', name: 'rehearsal', label: t('rehearsal'), description: t('rehearsal_hint') },
      ] satisfies Field[])
    : []),
  { kind: 'switch', name: 'invites', label: t('invites'), description: t('invites_hint') },
];

/** The secret of a new token, which nobody sees again. */
function Once({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('provisioning');
  return (
    <div className={css.once} role="status">
      <strong>{t('once_title')}</strong>
      <p className={css.hint}>{t('once')}</p>
      <code>{secret}</code>
      <div className={css.row}>
        <Button leftSection={<IconCopy size={16} />} onClick={() => void copyText(secret)}>
          {t('copy')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}

type Props = { token: ScimToken | null; onClose: () => void; onSaved: () => void };

/** A new token, or name and invitations of one that is there. */
export function TokenPanel({ token, onClose, onSaved }: Props) {
  const { t } = useTranslation(['provisioning', 'ui']);
  const [secret, setSecret] = useState<string | null>(null);
  const fields = fieldsOf(t, token === null);
  const state = useResourceForm<Values>({
    initial: { name: token?.name ?? '', days: tokenDays.usual, rehearsal: true, invites: token?.invites ?? false },
    version: token?.version,
    schema: token ? update.body : add.body,
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    toBody: ({ name, invites, days, rehearsal }) =>
      token ? { token_id: token.id, name, invites, version: token.version } : { name, invites, days, rehearsal },
    save: async (body) => {
      if (token) await call(update, { body });
      else setSecret((await call(add, { body })).token);
    },
    success: ({ values: { name } }) => t(token ? 'saved' : 'made', { name }),
    onSaved: () => {
      onSaved();
      if (token) onClose();
    },
  });
  const close = async () => {
    if (secret !== null || (await state.mayLeave())) onClose();
  };
  return (
    <SidePanel title={token ? t('edit', { name: token.name }) : t('add_title')} onClose={() => void close()}>
      {secret === null ? (
        <ResourceForm
          state={state}
          fields={fields}
          submitLabel={token ? t('ui:save_changes') : t('ui:add')}
          onCancel={() => void close()}
        />
      ) : (
        <Once secret={secret} onClose={onClose} />
      )}
    </SidePanel>
  );
}
