import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { modelValues } from '#endpoints/access/reportAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { PickBox } from '#ui/pickBox.tsx';
import css from './rows.module.css';
import texts from './texts.module.css';
import { ChosenChips, VariableChips } from './chips.tsx';
import type { FilterDraft, Value } from './grantValues.ts';
import { emptyFilter, meantBy } from './grantValues.ts';
import { useVariables } from './variableText.ts';

/** Null: the service tells none; undefined: it has not answered yet. */
type Columns = readonly { table: string; column: string }[] | null | undefined;
/** By path of the contract: `filters.0.table`. */
type Errors = Record<string, string>;
type RowProps = {
  reportId: string;
  fixed: boolean;
  secured: boolean;
  columns: Columns;
  filter: FilterDraft;
  index: number;
  errors: Errors;
  onChange: (filter: FilterDraft) => void;
  onRemove: () => void;
};

const keyOf = (value: unknown): string => JSON.stringify(value);

/** The column: from the list of the model, or typed where the service tells none. */
function ColumnField({ columns, filter, index, errors, onChange }: Omit<RowProps, 'reportId' | 'fixed' | 'secured' | 'onRemove'>) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const { table, column } = filter;
  const error = errors[`filters.${index}.column`] ?? errors[`filters.${index}.table`];
  if (columns === null) {
    return (
      <div className={css.target}>
        <TextInput label={t('table')} value={table} onChange={(event) => onChange({ ...filter, table: event.currentTarget.value })} />
        <TextInput
          label={t('column')}
          value={column}
          error={error}
          onChange={(event) => onChange({ ...filter, column: event.currentTarget.value })}
        />
      </div>
    );
  }
  const own = column !== '' && !columns?.some((one) => one.table === table && one.column === column) ? [{ table, column }] : [];
  const groups = Map.groupBy([...own, ...(columns ?? [])], (one) => one.table);
  return (
    <Select
      label={t('column')}
      placeholder={t('column_placeholder')}
      data={[...groups].map(([group, of]) => ({
        group,
        items: of.map((one) => ({ value: keyOf([one.table, one.column]), label: one.column })),
      }))}
      value={column === '' ? null : keyOf([table, column])}
      error={error}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t(columns === undefined ? 'columns_asking' : 'ui:no_records')}
      onChange={(chosen) => {
        if (chosen === null) return;
        const [chosenTable = '', chosenColumn = ''] = JSON.parse(chosen) as string[];
        onChange({ ...filter, table: chosenTable, column: chosenColumn, values: [] });
      }}
    />
  );
}

/** Values of the column: suggested by the model, typed where it does not answer, or such that follow the reader. */
function Values({
  reportId,
  fixed,
  secured,
  filter,
  error,
  onChange,
}: Pick<RowProps, 'reportId' | 'fixed' | 'secured' | 'filter'> & { error: string | undefined; onChange: (values: Value[]) => void }) {
  const { t } = useTranslation('reportAccess');
  const [words, setWords] = useState<string | null>(null);
  const { offered, textOf } = useVariables();
  const { table, column, values } = filter;
  const { data } = useEndpoint(
    modelValues,
    { params: { id: reportId }, query: { table, column, q: words ?? '' } },
    { enabled: words !== null && column !== '' && !secured },
  );
  const known = data?.values ?? null;
  const untold = t(secured ? 'values_secured' : 'values_unanswered');
  const typed = words?.trim() ?? '';
  const own = typed === '' || known?.some((value) => String(value).toLowerCase() === typed.toLowerCase()) ? [] : meantBy(typed, known);
  const find = (value: Value, detail?: string) => ({
    key: keyOf(value),
    name: textOf(value),
    ...(detail === undefined ? {} : { detail }),
    taken: values.includes(value),
  });
  const written = own.map((value) => find(value, t(typeof value === 'number' ? 'value_typed_number' : 'value_typed')));
  return (
    <div className={css.values}>
      <ChosenChips
        chips={values.map((value) => ({ key: keyOf(value), name: textOf(value) }))}
        onRemove={(key) => onChange(values.filter((value) => keyOf(value) !== key))}
      />
      <PickBox
        label={t('values')}
        placeholder={t('values_search')}
        finds={data || secured || typed !== '' ? [...(known ?? []).map((value) => find(value)), ...written] : undefined}
        onSearch={setWords}
        onChoose={(key) => onChange([...values, JSON.parse(key) as Value])}
        nothing={() => (known ? t('values_none') : untold)}
        error={error}
      />
      {(data || secured) && known === null ? <p className={texts.detail}>{untold}</p> : null}
      {data?.more ? <p className={texts.detail}>{t('values_more')}</p> : null}
      {fixed ? null : <VariableChips offered={offered} taken={values} onChoose={(token) => onChange([...values, token])} />}
    </div>
  );
}

function FilterRow(props: RowProps) {
  const { t } = useTranslation('reportAccess');
  const { reportId, fixed, secured, filter, index, errors, onChange, onRemove } = props;
  const number = index + 1;
  return (
    <fieldset className={css.filter}>
      <legend className="visually-hidden">{t('filter_number', { number })}</legend>
      <div className={css.filterHead}>
        <ColumnField {...props} />
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
      {filter.column === '' ? null : (
        <Values
          key={keyOf([filter.table, filter.column])}
          reportId={reportId}
          fixed={fixed}
          secured={secured}
          filter={filter}
          error={errors[`filters.${index}.values`]}
          onChange={(values) => onChange({ ...filter, values })}
        />
      )}
    </fieldset>
  );
}

type EditorProps = {
  reportId: string;
  /** The values are the same whoever reads. */
  fixed?: boolean;
  /** The model tells nobody its columns and values. */
  secured?: boolean;
  columns: Columns;
  filters: readonly FilterDraft[];
  errors: Errors;
  onChange: (filters: FilterDraft[]) => void;
};

/** Columns of the model and the values that stay. */
export function FilterEditor({ reportId, fixed = false, secured = false, columns, filters, errors, onChange }: EditorProps) {
  const { t } = useTranslation('reportAccess');
  return (
    <div className={css.filters}>
      {columns === null ? <p className={texts.detail}>{t(secured ? 'columns_secured' : 'columns_unanswered')}</p> : null}
      {errors['filters'] ? <p className={texts.error}>{errors['filters']}</p> : null}
      {filters.map((filter, index) => (
        <FilterRow
          key={filter.id}
          reportId={reportId}
          fixed={fixed}
          secured={secured}
          columns={columns}
          filter={filter}
          index={index}
          errors={errors}
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
