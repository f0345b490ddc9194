import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import type { TrialAnswer } from '@vitrine/contract/automation/tasks.ts';
import { byPercent, operators, taskLimits, variableTypes, withoutValue } from '@vitrine/contract/automation/task.ts';
import { tryOut } from '@vitrine/contract/automation/tasks.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import panel from '#ui/panel.module.css';
import { QueryField } from './queryField.tsx';
import type { TaskFormState } from './taskValues.ts';
import css from './tasks.module.css';

const QuestionChooser = onDemand(async () => (await import('./questionChooser.tsx')).QuestionChooser, { namespaces: ['taskQuestions'] });

const shown = (cell: TrialAnswer['value']): string => (cell === null ? '–' : String(cell));

/** The first rows, as they came. */
function TrialTable({ answer: { columns, rows, count, value } }: { answer: TrialAnswer }) {
  const { t } = useTranslation('tasks');
  return (
    <div className={css.trial} role="status">
      <p>{count === 0 ? t('trial_nothing') : t('trial_value', { value: shown(value), count })}</p>
      {rows.length > 0 ? (
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('trial_rows')}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index}>
                  {row.map((cell, at) => (
                    <td key={columns[at]}>{shown(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}

function Variables({ form }: { form: TaskFormState }) {
  const { t } = useTranslation('tasks');
  const { variables } = form.getValues();
  return (
    <div className={css.variables}>
      <p className={css.label}>{t('variables')}</p>
      <p className={css.dim}>{t('variables_text')}</p>
      {variables.map((_one, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css.variable}>
          <TextInput aria-label={t('variable_name')} placeholder={t('variable_name')} {...form.getInputProps(`variables.${index}.name`)} />
          <Select
            aria-label={t('variable_type')}
            data={variableTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps(`variables.${index}.type`)}
          />
          <TextInput
            aria-label={t('variable_value')}
            placeholder={t('variable_value')}
            {...form.getInputProps(`variables.${index}.value`)}
          />
          <ActionIcon variant="subtle" aria-label={t('remove_variable')} onClick={() => form.removeListItem('variables', index)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {variables.length < taskLimits.variables ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={css.addOne ?? ''}
          leftSection={<IconPlus size={16} />}
          onClick={() => form.insertListItem('variables', { name: '', type: 'text', value: '' })}
        >
          {t('add_variable')}
        </Button>
      ) : null}
    </div>
  );
}

/** The query, what it answers now, and what its value is compared with. */
export function QuestionFields({ form }: { form: TaskFormState }) {
  const { t } = useTranslation('tasks');
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const { report, query, use_variables, variables, column_name, operator } = form.getValues();
  const ask = async () => {
    if (!report) return;
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await call(tryOut, { body: { report_id: report.id, query, use_variables, variables, column_name } }));
      form.clearFieldError('query');
      form.clearFieldError('column_name');
    } catch (refusal) {
      const named = Object.entries(failureOf(refusal).fields).filter(([field]) => field === 'query' || field === 'column_name');
      for (const [field, sentence] of named) form.setFieldError(field, sentence);
      if (named.length === 0) toast.failure(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <QuestionChooser form={form} />
      <QueryField
        value={query}
        error={form.errors['query']}
        report_id={report?.id ?? null}
        onChange={(typed) => form.setFieldValue('query', typed)}
      />
      <Variables form={form} />
      {variables.length > 0 ? <Switch label={t('use_variables')} {...form.getInputProps('use_variables', { type: 'checkbox' })} /> : null}
      <div className={css.ask}>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={busy}
          disabled={!report || query.trim() === ''}
          onClick={() => void ask()}
        >
          {t('try')}
        </Button>
        {report ? null : <span className={css.dim}>{t('try_needs_report')}</span>}
      </div>
      {answer ? <TrialTable answer={answer} /> : null}
      <TextInput label={t('column')} description={t('column_text')} {...form.getInputProps('column_name')} />
      <div className={panel.pair}>
        <Select
          label={t('operator')}
          data={operators.map((value) => ({ value, label: t(`operator_${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('operator')}
        />
        {withoutValue.includes(operator) ? null : (
          <TextInput label={t(byPercent.includes(operator) ? 'percent' : 'value')} withAsterisk {...form.getInputProps('value')} />
        )}
        {operator === 'between' ? <TextInput label={t('value_to')} withAsterisk {...form.getInputProps('value_to')} /> : null}
      </div>
    </>
  );
}
