import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NoGroups } from './noGroups.tsx';
import type { Chosen, Place } from './register.ts';
import css from './register.module.css';
import { usePlaceFields } from './usePlaceFields.ts';

type Props = {
  chosen: readonly Chosen[];
  place: Place;
  placed: boolean;
  /** By report: why it was refused. */
  errors: Record<string, string>;
  onPlace: (place: Place) => void;
  onTitle: (id: string, title: string) => void;
};

/** Step 3: group and titles of the reports. */
export function RegisterPlace({ chosen, place, placed, errors, onPlace, onTitle }: Props) {
  const { t } = useTranslation('reports');
  const [group, subgroup] = usePlaceFields(place.group_id, placed);
  if (group?.kind !== 'select' || subgroup?.kind !== 'select') return null;
  if (placed && group.options.length === 0) return <NoGroups />;
  const options = (field: typeof group) => field.options.map(({ value, label }) => ({ value, label }));
  return (
    <div className={css.step}>
      <div className={css.pair} hidden={!placed}>
        <Select
          label={group.label}
          data={options(group)}
          value={place.group_id || null}
          onChange={(id) => onPlace({ group_id: id ?? '', subgroup_id: null })}
          searchable={group.options.length > 8}
          allowDeselect={false}
          withAsterisk
        />
        <Select
          label={subgroup.label}
          placeholder={subgroup.placeholder ?? ''}
          data={options(subgroup)}
          value={place.subgroup_id}
          onChange={(id) => onPlace({ ...place, subgroup_id: id })}
          disabled={subgroup.disabled ?? false}
          clearable
        />
      </div>
      <h3 className={css.heading}>{t('titles')}</h3>
      {chosen.map(({ id, name, title }) => (
        <TextInput
          key={id}
          aria-label={t('title_of', { name })}
          value={title}
          maxLength={120}
          error={errors[id]}
          onChange={(event) => onTitle(id, event.currentTarget.value)}
        />
      ))}
    </div>
  );
}
