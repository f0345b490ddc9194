import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, Button, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconWand } from '@tabler/icons-react';
import type { FilterOperator, QuestionChoice, QuestionColumn, QuestionModel } from '@vitrine/contract/automation/taskQuestions.ts';
import {
  aggregations,
  bareFilters,
  choice,
  filterOperators,
  listFilters,
  questionLimits,
  written,
} from '@vitrine/contract/automation/taskQuestions.ts';
import { values as valuesOf } from '#endpoints/automation/taskQuestions.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import panel from '#ui/panel.module.css';
import { byTable, keyOf, named, useTaskModel } from './taskModel.ts';
import type { TaskFormState } from './taskValues.ts';
import css from './tasks.module.css';
import own from './taskQuestions.module.css';

const typingPauseMs = 250;

type Type = QuestionColumn['type'];
type Aggregation = (typeof aggregations)[number];
type Filter = { key: number; column: string | null; operator: FilterOperator; values: string[] };
type Chosen = { field: string | null; aggregation: Aggregation; groups: string[]; first: QuestionChoice['first']; filters: Filter[] };

const nothing: Chosen = { field: null, aggregation: 'sum', groups: [], first: 'largest', filters: [] };

const aggregationsOf = (type: Type): readonly Aggregation[] =>
  type === 'number' ? aggregations : type === 'date' ? ['min', 'max', 'count', 'distinct'] : ['count', 'distinct'];

function operatorsOf(type: Type): readonly FilterOperator[] {
  const unfit: Record<Type, readonly FilterOperator[]> = {
    text: ['more', 'at_least', 'less', 'at_most', 'today', 'last_days'],
    number: ['contains', 'today', 'last_days'],
    date: ['contains', 'in', 'not_in'],
    boolean: ['more', 'at_least', 'less', 'at_most', 'contains', 'today', 'last_days', 'not_in'],
  };
  return filterOperators.filter((one) => !unfit[type].includes(one));
}

/** What is sent; null while something is missing. */
function choiceOf({ columns, measures }: QuestionModel, chosen: Chosen): QuestionChoice | null {
  const measure = named(measures, chosen.field);
  const column = named(columns, chosen.field);
  const field = measure ?? column;
  if (!field) return null;
  const names = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const found = named(columns, key);
      return found ? [{ table: found.table, name: found.name }] : [];
    });
  const filters = chosen.filters.map(({ column: key, operator, values }) => {
    const found = named(columns, key);
    return found ? { ...found, operator, values } : null;
  });
  const parsed = choice.safeParse({
    field: { table: field.table, name: field.name },
    aggregation: measure ? null : chosen.aggregation,
    groups: names(chosen.groups),
    filters,
    first: chosen.first,
  });
  return parsed.success ? parsed.data : null;
}

type FilterProps = {
  report_id: string;
  filter: Filter;
  number: number;
  columns: readonly QuestionColumn[];
  onChange: (change: Partial<Filter>) => void;
};

/** Several values of a column: those that the model has are offered, others can be typed. */
function ValueList({
  report_id,
  filter: { values },
  column,
  onChange,
}: Omit<FilterProps, 'number' | 'columns'> & { column: QuestionColumn }) {
  const { t } = useTranslation('taskQuestions');
  const [typed, setTyped] = useState<string | null>(null);
  const [q] = useDebouncedValue(typed?.trim() ?? '', typingPauseMs);
  const { table, name } = column;
  const { data } = useEndpoint(valuesOf, { query: { report_id, table, name, q } }, { enabled: typed !== null });
  return (
    <TagsInput
      label={t('filter_values')}
      placeholder={values.length === 0 ? t('filter_values_text') : ''}
      maxTags={questionLimits.values}
      data={data?.values ?? []}
      searchValue={typed ?? ''}
      onSearchChange={setTyped}
      onFocus={() => setTyped((before) => before ?? '')}
      value={values}
      onChange={(chosen) => onChange({ values: chosen })}
      acceptValueOnBlur
    />
  );
}

/** What a column is compared with, typed as its kind is typed. */
function FilterValue({ column, ...props }: Omit<FilterProps, 'number' | 'columns'> & { column: QuestionColumn }) {
  const { filter, onChange } = props;
  const { operator, values } = filter;
  const { type } = column;
  const { t } = useTranslation('taskQuestions');
  const [value = ''] = values;
  const set = (typed: string) => onChange({ values: typed === '' ? [] : [typed] });
  if (bareFilters.includes(operator)) return <span />;
  if (operator === 'last_days')
    return <TextInput label={t('filter_days')} inputMode="numeric" value={value} onChange={(event) => set(event.currentTarget.value)} />;
  if (type === 'boolean')
    return (
      <Select
        label={t('filter_value')}
        data={(['true', 'false'] as const).map((truth) => ({ value: truth, label: t(truth) }))}
        value={value || null}
        onChange={(picked) => set(picked ?? '')}
      />
    );
  if (type === 'date') return <DateField label={t('filter_value')} value={value} onChange={set} />;
  if (listFilters.includes(operator)) return <ValueList column={column} {...props} />;
  return <TextInput label={t('filter_value')} value={value} onChange={(event) => set(event.currentTarget.value)} />;
}

function FilterFields({ report_id, filter, number, columns, onChange, onRemove }: FilterProps & { onRemove: () => void }) {
  const { t } = useTranslation('taskQuestions');
  const column = named(columns, filter.column);
  return (
    <fieldset className={own.filter}>
      <legend>{t('filter', { number })}</legend>
      <Select
        label={t('filter_column')}
        data={byTable(columns)}
        value={filter.column}
        onChange={(key) => {
          const operator = operatorsOf(named(columns, key)?.type ?? 'text')[0] ?? 'in';
          onChange({ column: key, operator, values: [] });
        }}
        searchable
        nothingFoundMessage={t('nothing_named')}
        allowDeselect={false}
      />
      {column ? (
        <Select
          label={t('filter_operator')}
          data={operatorsOf(column.type).map((value) => ({ value, label: t(`filter_${value}`) }))}
          value={filter.operator}
          onChange={(operator) => operator && onChange({ operator, values: [] })}
          allowDeselect={false}
        />
      ) : null}
      {column ? <FilterValue key={keyOf(column)} report_id={report_id} filter={filter} column={column} onChange={onChange} /> : null}
      <ActionIcon variant="subtle" aria-label={t('remove_filter', { number })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </fieldset>
  );
}

/** The query as the server writes it, and what is wrong with what was typed. */
function Written({ body, onUse }: { body: QuestionChoice | null; onUse: (query: string, column: string) => void }) {
  const { t } = useTranslation('taskQuestions');
  const { data, error, isPlaceholderData } = useEndpoint(
    written,
    { body: body ?? { field: { table: '-', name: '-' } } },
    { enabled: body !== null },
  );
  const current = body === null || error ? undefined : data;
  const failure = body !== null && error ? failureOf(error) : null;
  return (
    <>
      <div aria-live="polite">
        <p className={css.label}>{t('written')}</p>
        {current ? <pre className={own.written}>{current.query}</pre> : null}
        {failure ? <p className={css.error}>{Object.values(failure.fields)[0] ?? failure.message}</p> : null}
        {current || failure ? null : <p className={css.dim}>{t('not_written')}</p>}
      </div>
      <Button
        variant="default"
        className={css.addOne ?? ''}
        disabled={!current || isPlaceholderData}
        onClick={() => current && onUse(current.query, current.column_name)}
      >
        {t('use_query')}
      </Button>
    </>
  );
}

function Choices({ report_id, model, onUse }: { report_id: string; model: QuestionModel; onUse: (query: string, column: string) => void }) {
  const { t } = useTranslation('taskQuestions');
  const [chosen, setChosen] = useState(nothing);
  const { columns, measures } = model;
  const set = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }));
  const setFilter = (key: number, change: Partial<Filter>) =>
    set({ filters: chosen.filters.map((one) => (one.key === key ? { ...one, ...change } : one)) });
  const isMeasure = new Set(measures.map(keyOf));
  const fields = [...measures, ...columns];
  const column = chosen.field !== null && isMeasure.has(chosen.field) ? undefined : named(columns, chosen.field);
  return (
    <>
      {model.partly ? <p className={panel.note}>{t('model_partly')}</p> : null}
      <div className={panel.pair}>
        <Select
          label={t('field')}
          data={byTable(fields, (one) => (isMeasure.has(keyOf(one)) ? t('measure_named', { name: one.name }) : one.name))}
          value={chosen.field}
          onChange={(key) => set({ field: key, aggregation: aggregationsOf(named(columns, key)?.type ?? 'number')[0] ?? 'count' })}
          searchable
          nothingFoundMessage={t('nothing_named')}
          allowDeselect={false}
        />
        {column ? (
          <Select
            label={t('aggregation')}
            data={aggregationsOf(column.type).map((value) => ({ value, label: t(`aggregation_${value}`) }))}
            value={chosen.aggregation}
            onChange={(aggregation) => aggregation && set({ aggregation })}
            allowDeselect={false}
          />
        ) : null}
      </div>
      <div className={panel.pair}>
        <MultiSelect
          label={t('groups')}
          description={t('groups_text')}
          data={byTable(columns)}
          value={chosen.groups}
          onChange={(groups) => set({ groups })}
          maxValues={questionLimits.groups}
          searchable
          nothingFoundMessage={t('nothing_named')}
        />
        {chosen.groups.length > 0 ? (
          <Select
            label={t('first')}
            data={(['largest', 'smallest'] as const).map((value) => ({ value, label: t(`first_${value}`) }))}
            value={chosen.first}
            onChange={(first) => first && set({ first })}
            allowDeselect={false}
          />
        ) : null}
      </div>
      {chosen.filters.map((filter, index) => (
        <FilterFields
          key={filter.key}
          report_id={report_id}
          filter={filter}
          number={index + 1}
          columns={columns}
          onChange={(change) => setFilter(filter.key, change)}
          onRemove={() => set({ filters: chosen.filters.filter(({ key }) => key !== filter.key) })}
        />
      ))}
      {chosen.filters.length < questionLimits.filters ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={css.addOne ?? ''}
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            const key = Math.max(0, ...chosen.filters.map((one) => one.key)) + 1;
            set({ filters: [...chosen.filters, { key, column: null, operator: 'in', values: [] }] });
          }}
        >
          {t('add_filter')}
        </Button>
      ) : null}
      <Written body={choiceOf(model, chosen)} onUse={onUse} />
    </>
  );
}

/** A query by choosing: what, for each of what, and which rows. It is written into the form, where it can be changed. */
export function QuestionChooser({ form }: { form: TaskFormState }) {
  const { t } = useTranslation('taskQuestions');
  const id = useId();
  const [open, setOpen] = useState(false);
  const { report } = form.getValues();
  const { data: model, error, isLoading } = useTaskModel(open ? (report?.id ?? null) : null);
  const use = (query: string, column_name: string) => {
    form.setFieldValue('query', query);
    form.setFieldValue('column_name', column_name);
    form.clearFieldError('query');
    toast.success(t('query_used'));
  };
  const failure = error ? failureOf(error) : null;
  return (
    <>
      <Button
        variant="default"
        className={css.addOne ?? ''}
        leftSection={<IconWand size={16} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('choose')}
      </Button>
      <div id={id} className={own.chooser} hidden={!open}>
        <p className={css.dim}>{t('choose_text')}</p>
        {report ? null : <p className={css.dim}>{t('choose_needs_report')}</p>}
        {isLoading ? <p className={css.dim}>{t('model_loading')}</p> : null}
        {failure ? <p className={css.error}>{Object.values(failure.fields)[0] ?? failure.message}</p> : null}
        {report && model && !failure ? <Choices key={report.id} report_id={report.id} model={model} onUse={use} /> : null}
      </div>
    </>
  );
}
