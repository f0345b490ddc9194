import '@mantine/core/styles/Radio.layer.css';
import { ActionIcon, Radio, Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { audiences, candidates, namedAtMost } from '#endpoints/notifications/broadcasts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { PickBox } from '#ui/pickBox.tsx';
import css from './broadcasts.module.css';

export type Named = { id: string; name: string };
export type AudienceValues = {
  audience: (typeof audiences)[number];
  audience_role: 'admin' | 'user' | null;
  group: Named | null;
  people: Named[];
};

export const nobodyYet: AudienceValues = { audience: 'group', audience_role: 'user', group: null, people: [] };

/** What the contract takes: ids, and only what belongs to the choice. */
export const audienceBody = ({ audience, audience_role, group, people }: AudienceValues) => ({
  audience,
  audience_role: audience === 'role' ? audience_role : null,
  user_group_id: audience === 'group' ? (group?.id ?? null) : null,
  membership_ids: audience === 'people' ? people.map(({ id }) => id) : [],
});

type Kind = 'group' | 'people' | 'report';

/** Groups, people or reports by name; what was found is handed on with its name. */
export function NamedPick({
  kind,
  label,
  taken = [],
  onChoose,
}: {
  kind: Kind;
  label: string;
  taken?: readonly Named[];
  onChoose: (named: Named) => void;
}) {
  const { t } = useTranslation('broadcasts');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(candidates, { query: { kind, q: words ?? '' } }, { enabled: words !== null });
  return (
    <PickBox
      label={label}
      placeholder={kind === 'people' ? t('people_search') : t('search')}
      finds={data?.data.map(({ id, name, detail }) => ({
        key: id,
        name,
        ...(detail ? { detail } : {}),
        taken: taken.some((one) => one.id === id),
      }))}
      onSearch={setWords}
      onChoose={(key) => {
        const chosen = data?.data.find(({ id }) => id === key);
        if (chosen) onChoose({ id: chosen.id, name: chosen.name });
      }}
      nothing={(typed) => t('nothing_found', { words: typed })}
    />
  );
}

/** What was chosen, each with a way to take it out again. */
export function Chosen({ all, onDrop }: { all: readonly Named[]; onDrop: (id: string) => void }) {
  const { t } = useTranslation('broadcasts');
  if (all.length === 0) return null;
  return (
    <ul className={css.chosen}>
      {all.map(({ id, name }) => (
        <li key={id}>
          {name}
          <ActionIcon variant="subtle" size="sm" aria-label={t('people_remove', { name })} onClick={() => onDrop(id)}>
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** Whom it is for. Readers have groups and people alone. */
export function AudienceFields<V extends AudienceValues>({ form: given }: { form: UseFormReturnType<V> }) {
  const { t } = useTranslation('broadcasts');
  const { role } = useViewer();
  // The form has these fields and more, which the type of a form cannot say.
  const form = given as unknown as UseFormReturnType<AudienceValues>;
  const { audience, group, people } = form.getValues();
  const offered = audiences.filter((one) => role !== 'user' || one === 'group' || one === 'people');
  const error = form.errors['audience'] ?? form.errors['user_group_id'] ?? form.errors['membership_ids'];
  return (
    <>
      <Radio.Group label={t('audience')} withAsterisk {...form.getInputProps('audience')} error={error}>
        <Stack gap={8} mt={8}>
          {offered.map((one) => (
            <Radio key={one} value={one} label={t(`to_${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {audience === 'role' ? (
        <Select
          label={t('to_role')}
          data={(['user', 'admin'] as const).map((value) => ({ value, label: t(`role_${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('audience_role')}
        />
      ) : null}
      {audience === 'group' ? (
        group ? (
          <Chosen all={[group]} onDrop={() => form.setFieldValue('group', null)} />
        ) : (
          <NamedPick kind="group" label={t('group')} onChoose={(chosen) => form.setFieldValue('group', chosen)} />
        )
      ) : null}
      {audience === 'people' ? (
        <>
          {people.length < namedAtMost ? (
            <NamedPick
              kind="people"
              label={t('people_find')}
              taken={people}
              onChoose={(chosen) => form.setFieldValue('people', [...people, chosen])}
            />
          ) : null}
          <Chosen
            all={people}
            onDrop={(id) =>
              form.setFieldValue(
                'people',
                people.filter((one) => one.id !== id),
              )
            }
          />
        </>
      ) : null}
    </>
  );
}
