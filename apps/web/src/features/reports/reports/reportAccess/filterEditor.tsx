import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, Button, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './access.module.css';
import type { FilterDraft } from './grantValues.ts';
import { emptyFilter, valueKinds, wrongValue } from './grantValues.ts';

type EditorProps = {
  filters: readonly FilterDraft[];
  /** By path of the contract: `filters.0.table`. */
  errors: Record<string, string>;
  /** Variables, which may be chosen as values. */
  offered: string[];
  onChange: (filters: FilterDraft[]) => void;
};

type RowProps = {
  filter: FilterDraft;
  index: number;
  errors: Record<string, string>;
  offered: string[];
  onChange: (filter: FilterDraft) => void;
  onRemove: () => void;
};

type ValuesProps = Pick<RowProps, 'filter' | 'offered'> & { error: string | undefined; onChange: (values: string[]) => void };

function Values({ filter, error, offered, onChange }: ValuesProps) {
  const { t } = useTranslation('reportAccess');
  const common = { label: t('values'), value: filter.values, error, onChange };
  if (filter.kind === 'boolean') {
    const data = [
      { value: 'true', label: t('value_true') },
      { value: 'false', label: t('value_false') },
    ];
    return <MultiSelect {...common} data={data} />;
  }
  const wrong = wrongValue(filter);
  return (
    <TagsInput
      {...common}
      data={filter.kind === 'text' ? offered : []}
      description={t('values_hint')}
      error={wrong === undefined ? error : t('number_invalid', { value: wrong })}
      acceptValueOnBlur
    />
  );
}

function FilterRow({ filter, index, errors, offered, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('reportAccess');
  const number = index + 1;
  const errorOf = (field: string) => errors[`filters.${index}.${field}`];
  return (
    <fieldset className={css.filter}>
      <legend className="visually-hidden">{t('filter_number', { number })}</legend>
      <div className={css.target}>
        <TextInput
          label={t('table')}
          value={filter.table}
          error={errorOf('table')}
          onChange={(event) => onChange({ ...filter, table: event.currentTarget.value })}
        />
        <TextInput
          label={t('column')}
          value={filter.column}
          error={errorOf('column')}
          onChange={(event) => onChange({ ...filter, column: event.currentTarget.value })}
        />
        <Select
          label={t('kind')}
          data={valueKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          value={filter.kind}
          onChange={(kind) =>
            kind && onChange({ ...filter, kind, values: kind === 'boolean' || filter.kind === 'boolean' ? [] : filter.values })
          }
          allowDeselect={false}
        />
        <ActionIcon
          variant="subtle"
          size="lg"
          className={css.removeFilter ?? ''}
          aria-label={t('filter_remove', { number })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      <Values filter={filter} offered={offered} error={errorOf('values')} onChange={(values) => onChange({ ...filter, values })} />
    </fieldset>
  );
}

/** Columns of the model and the values that stay. */
export function FilterEditor({ filters, errors, offered, onChange }: EditorProps) {
  const { t } = useTranslation('reportAccess');
  return (
    <div className={css.filters}>
      <h3>{t('filters')}</h3>
      {errors['filters'] ? <p className={css.error}>{errors['filters']}</p> : null}
      {filters.map((filter, index) => (
        <FilterRow
          key={filter.id}
          filter={filter}
          index={index}
          errors={errors}
          offered={offered}
          onChange={(changed) => onChange(filters.map((other) => (other.id === filter.id ? changed : other)))}
          onRemove={() => onChange(filters.filter((other) => other.id !== filter.id))}
        />
      ))}
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => onChange([...filters, emptyFilter()])}>
        {t('filter_add')}
      </Button>
    </div>
  );
}
