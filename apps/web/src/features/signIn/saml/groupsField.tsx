import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { list } from '#endpoints/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import type { AppValues } from './appFields.ts';
import css from '#ui/providers.module.css';
import own from './saml.module.css';

const administrator = 'admin';
type Groups = AppValues['groups'];

/** What people of each group of the provider get here. */
export function GroupsField({ value, onChange }: { value: Groups; onChange: (value: Groups) => void }) {
  const { t } = useTranslation(['saml', 'ui']);
  const { data } = useEndpoint(list, { query: { per_page: 100 } });
  const groups = data?.data ?? [];
  const options = [{ value: administrator, label: t('administrator') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))];
  const change = (index: number, part: Partial<Groups[number]>) =>
    onChange(value.map((group, at) => (at === index ? { ...group, ...part } : group)));
  return (
    <fieldset className={own.section}>
      <legend>{t('groups')}</legend>
      <p className={css.hint}>{t('groups_hint')}</p>
      {value.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- A row has nothing else that stays while it is typed.
        <div key={index} className={own.group}>
          <TextInput
            label={t('group_value')}
            value={group.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <Select
            label={t('group_gives')}
            data={options}
            allowDeselect={false}
            value={group.user_group_id ?? administrator}
            onChange={(chosen) => change(index, { user_group_id: chosen === administrator ? null : chosen })}
          />
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={`${t('ui:delete')}: ${group.value}`}
            onClick={() => onChange(value.filter((_group, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...value, { value: '', user_group_id: groups[0]?.id ?? null }])}
        >
          {t('add_group')}
        </Button>
      </div>
    </fieldset>
  );
}
