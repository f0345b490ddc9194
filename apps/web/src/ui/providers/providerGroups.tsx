import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { list } from '#endpoints/people/userGroups.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import css from '#ui/providers.module.css';

const administrator = 'admin';

/** A group by what the provider calls it, and what it gives here; where that is a number, with a name. */
type Mapped = { value: string; name?: string; user_group_id: string | null };

type Props<M extends Mapped> = {
  value: M[];
  onChange: (value: M[]) => void;
  /** What the provider's group is called, and what an empty line begins with. */
  valueLabel: string;
  fresh: Omit<M, 'user_group_id'>;
  /** Said before the list. */
  notice: string;
  /** By their place in the form: `groups.0.value`. */
  errors: Readonly<Record<string, ReactNode>>;
};

/** What people of each group of a provider get here. */
export function ProviderGroups<M extends Mapped>({ value, onChange, valueLabel, fresh, notice, errors }: Props<M>) {
  const { t } = useTranslation(['providerGroups', 'ui']);
  const { data } = useEndpoint(list, { query: { per_page: 100 } });
  const groups = data?.data ?? [];
  const options = [{ value: administrator, label: t('administrator') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))];
  const change = (index: number, part: Partial<Mapped>) =>
    onChange(value.map((group, at) => (at === index ? { ...group, ...part } : group)));
  return (
    <fieldset className={css.section}>
      <legend>{t('groups')}</legend>
      <p className={css.hint}>{notice}</p>
      {value.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- A row has nothing else that stays while it is typed.
        <div key={index} className={css.group}>
          {group.name === undefined ? null : (
            <TextInput
              label={t('group_name')}
              value={group.name}
              error={errors[`groups.${index}.name`]}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
          )}
          <TextInput
            label={valueLabel}
            value={group.value}
            error={errors[`groups.${index}.value`]}
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
            aria-label={`${t('ui:delete')}: ${group.name ?? group.value}`}
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
          onClick={() => onChange([...value, { ...fresh, user_group_id: groups[0]?.id ?? null } as M])}
        >
          {t('add_group')}
        </Button>
      </div>
    </fieldset>
  );
}
