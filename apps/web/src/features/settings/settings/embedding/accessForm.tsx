import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { receiversFound } from '#endpoints/access/reportAccess.ts';
import { allSelect, menu } from '#endpoints/reading/reportReading.ts';
import type { EmbeddingSettings } from '@vitrine/contract/embedding/embedding.ts';
import { get, update } from '@vitrine/contract/embedding/embedding.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import type { ResourceFormState } from '#ui/form/useResourceForm.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { PickBox } from '#ui/pickBox.tsx';
import css from './embedding.module.css';

type Draft = {
  origins: string[];
  report_ids: string[];
  group_id: string | null;
  anonymous_membership_id: string | null;
  anonymous_name: string;
  username: string;
  roles: string[];
};

const draftOf = ({
  origins,
  reports,
  group_id,
  anonymous_membership_id,
  anonymous_name,
  anonymous_identity,
}: EmbeddingSettings): Draft => ({
  origins,
  report_ids: reports.map(({ id }) => id),
  group_id,
  anonymous_membership_id,
  anonymous_name: anonymous_name ?? '',
  username: anonymous_identity?.username ?? '',
  roles: anonymous_identity?.roles ?? [],
});

function bodyOf({ anonymous_name, username, roles, ...draft }: Draft, version: number) {
  const isFixed = draft.anonymous_membership_id !== null && (username.trim() !== '' || roles.length > 0);
  return {
    ...draft,
    anonymous_identity: isFixed ? { username: username.trim() || anonymous_name.replaceAll(/\s/g, '.'), roles } : null,
    version,
  };
}

/** Whom strangers read in the place of. Nobody: they are refused. */
function Strangers({ state: { form } }: { state: ResourceFormState<Draft> }) {
  const { t } = useTranslation(['embedding', 'reportAccess', 'ui']);
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(receiversFound, { query: { q: words ?? '', active: 'true' } }, { enabled: words !== null });
  const { anonymous_membership_id, anonymous_name } = form.values;
  const choose = (id: string | null, name: string) => form.setValues({ anonymous_membership_id: id, anonymous_name: name });
  return (
    <div className={css.strangers}>
      <strong>{t('strangers')}</strong>
      <p className={css.hint}>{t('strangers_hint')}</p>
      {anonymous_membership_id === null ? (
        <PickBox
          label={t('anonymous')}
          placeholder={t('anonymous_hint')}
          finds={data?.data.map(({ to_id, name, email }) => ({
            key: to_id,
            name,
            detail: email ?? '',
            icon: <IconUser size={16} aria-hidden="true" />,
          }))}
          error={form.errors['anonymous_membership_id'] as string | undefined}
          onSearch={setWords}
          onChoose={(key) => choose(key, data?.data.find(({ to_id }) => to_id === key)?.name ?? '')}
          nothing={(text) => t('reportAccess:nobody_found', { words: text })}
        />
      ) : (
        <p className={css.row}>
          <IconUser size={16} aria-hidden="true" />
          <span>
            {t('anonymous')} <strong>{anonymous_name}</strong>
          </span>
          <Button size="compact-sm" variant="subtle" onClick={() => choose(null, '')}>
            {t('ui:delete')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Origins, reports and readers. */
export function AccessForm({ settings }: { settings: EmbeddingSettings }) {
  const { t } = useTranslation('embedding');
  const stale = useStale();
  const reports = useEndpoint(allSelect, {});
  const groups = useEndpoint(menu, {});
  const labels = {
    origins: t('origins'),
    report_ids: t('report_ids'),
    group_id: t('group_id'),
    anonymous_membership_id: t('anonymous'),
    username: t('username'),
    roles: t('roles'),
  };
  const state = useResourceForm<Draft>({
    initial: draftOf(settings),
    version: settings.version,
    schema: update.body,
    labels,
    toBody: (draft) => bodyOf(draft, settings.version),
    save: (body) => call(update, { body }),
    success: t('saved'),
    onSaved: () => void stale(get),
  });
  const known = reports.data ?? settings.reports.map(({ id, title }) => ({ id, title, group_name: '' }));
  const kept = settings.group_id === null ? [] : [{ id: settings.group_id, name: settings.group_name ?? '' }];
  const offered = groups.data ?? kept;
  const missing = kept.filter(({ id }) => !offered.some((group) => group.id === id));
  const fields: Field[] = [
    {
      kind: 'tags',
      name: 'origins',
      label: labels.origins,
      description: t('origins_hint'),
      placeholder: 'https://intranet.empresa.com.br',
    },
    {
      kind: 'multiselect',
      name: 'report_ids',
      label: labels.report_ids,
      options: known.map(({ id, title, group_name }) => ({ value: id, label: group_name ? `${group_name} › ${title}` : title })),
    },
    {
      kind: 'select',
      name: 'group_id',
      label: labels.group_id,
      description: t('group_id_hint'),
      options: [...offered, ...missing].map(({ id, name }) => ({ value: id, label: name })),
      clearable: true,
      searchable: true,
    },
    ...(state.form.values.anonymous_membership_id === null
      ? []
      : ([
          { kind: 'text', name: 'username', label: labels.username, description: t('username_hint') },
          { kind: 'tags', name: 'roles', label: labels.roles },
        ] satisfies Field[])),
  ];
  return (
    <ResourceForm state={state} fields={fields} bar="changed">
      <Strangers state={state} />
    </ResourceForm>
  );
}
