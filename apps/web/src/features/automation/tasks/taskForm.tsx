import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import type { Task } from '@vitrine/contract/automation/task.ts';
import { repeatPolicies, taskKinds, taskLimits } from '@vitrine/contract/automation/task.ts';
import { add, update } from '@vitrine/contract/automation/tasks.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { useNextStep } from '#ui/useNextStep.ts';
import panel from '#ui/panel.module.css';
import { onDemand } from '#ui/onDemand.tsx';
import { MailFields } from './mailFields.tsx';
import { NamedPick } from './namedPick.tsx';
import { QuestionFields } from './questionFields.tsx';
import type { TaskFormState, TaskValues } from './taskValues.ts';
import { bodyOf, hasCondition, valuesOf } from './taskValues.ts';
import { TriggersField } from './triggerFields.tsx';
import { WebhookFields } from './webhookFields.tsx';
import css from './tasks.module.css';

const BackTestSection = onDemand(async () => (await import('./backTest.tsx')).BackTestSection, { namespaces: ['taskQuestions'] });

const errorAt = (form: TaskFormState, field: string): string | undefined => {
  const error = form.errors[field];
  return typeof error === 'string' ? error : undefined;
};

/** Whom it tells, how often, and in which words. */
function Telling({ form }: { form: TaskFormState }) {
  const { t } = useTranslation(['tasks', 'taskMail', 'taskWebhook']);
  const values = form.getValues();
  const { kind, repeat, people, groups } = values;
  const always = kind === 'mail' || kind === 'webhook';
  const decides = hasCondition(values);
  return (
    <section className={panel.section}>
      <h3 className={css.heading}>{t('telling')}</h3>
      {always ? null : (
        <Switch
          label={t('only_execute')}
          description={t('only_execute_text')}
          {...form.getInputProps('only_execute', { type: 'checkbox' })}
        />
      )}
      {kind === 'webhook' ? <p className={css.dim}>{t('taskWebhook:telling_text')}</p> : null}
      {values.only_execute && !always ? null : (
        <>
          <NamedPick
            kind="people"
            label={t('people')}
            chosen={people}
            error={errorAt(form, 'membership_ids')}
            onChange={(chosen) => form.setFieldValue('people', chosen)}
          />
          <NamedPick kind="group" label={t('groups')} chosen={groups} onChange={(chosen) => form.setFieldValue('groups', chosen)} />
          <p className={css.dim}>{t(kind === 'mail' ? 'taskMail:recipients_text' : 'people_text')}</p>
          <Switch label={t(kind === 'mail' ? 'taskMail:to_self' : 'to_self')} {...form.getInputProps('to_self', { type: 'checkbox' })} />
          <Textarea
            label={t('message')}
            description={t(decides ? 'message_text' : kind === 'mail' ? 'taskMail:message_text' : 'message_text_notice')}
            autosize
            minRows={2}
            maxRows={8}
            withAsterisk={kind === 'notice'}
            {...form.getInputProps('message')}
          />
          {decides ? (
            <>
              <div className={panel.pair}>
                <Select
                  label={t('repeat')}
                  data={repeatPolicies.map((value) => ({ value, label: t(`repeat_${value}`) }))}
                  allowDeselect={false}
                  {...form.getInputProps('repeat')}
                />
                {repeat === 'interval' ? (
                  <NumberInput label={t('repeat_minutes')} min={1} {...form.getInputProps('repeat_minutes')} />
                ) : null}
                {repeat === 'once' ? null : (
                  <NumberInput label={t('repetitions')} min={1} max={taskLimits.repetitions} {...form.getInputProps('repetitions')} />
                )}
              </div>
              <Switch label={t('tell_recovery')} {...form.getInputProps('tell_recovery', { type: 'checkbox' })} />
            </>
          ) : null}
        </>
      )}
    </section>
  );
}

/** What calls another system tells nobody besides unless somebody wants it. */
function chooseKind(form: TaskFormState, kind: TaskValues['kind']): void {
  form.setValues({ kind, to_self: kind !== 'webhook' });
}

/** `onClose` of a panel; on a page the form stays. */
type Props = { task: Task | null; onSaved: () => void; onClose?: () => void };

/** What a task asks, whom it tells, and when it runs. */
export function TaskForm({ task, onSaved, onClose }: Props) {
  const { t } = useTranslation(['tasks', 'taskMail', 'taskWebhook', 'ui']);
  const nextStep = useNextStep();
  const labels = {
    name: t('name'),
    report_id: t('report'),
    query: t('query'),
    column_name: t('column'),
    operator: t('operator'),
    value: t('value'),
    value_to: t('value_to'),
    variables: t('variables'),
    membership_ids: t('people'),
    user_group_ids: t('groups'),
    message: t('message'),
    repeat_minutes: t('repeat_minutes'),
    repetitions: t('repetitions'),
    triggers: t('triggers'),
    mail_format: t('taskMail:format'),
    mail_page: t('taskMail:page'),
    mail_view_id: t('taskMail:view'),
    mail_filters: t('taskMail:filters'),
    webhook_url: t('taskWebhook:url'),
  };
  const state = useResourceForm<TaskValues>({
    initial: valuesOf(task),
    version: task?.version,
    schema: task ? update.body : add.body,
    labels,
    toBody: bodyOf,
    save: (body) => (task ? call(update, { params: { id: task.id }, body }) : call(add, { body })),
    success: ({ id, values: { name } }) => (task ? t('saved', { name }) : nextStep(t('created', { name }), `/auto_actions/${id}`)),
    onSaved: () => {
      onSaved();
      onClose?.();
    },
  });
  const { form } = state;
  const { kind, report, only_execute } = form.getValues();
  return (
    <ResourceForm
      state={state}
      fields={[{ kind: 'text', name: 'name', label: labels.name, required: true }]}
      submitLabel={task ? t('ui:save_changes') : t('ui:add')}
      onCancel={onClose && (() => void state.mayLeave().then((yes) => yes && onClose()))}
    >
      <NamedPick
        kind="report"
        label={labels.report_id}
        chosen={report ? [report] : []}
        error={errorAt(form, 'report_id')}
        onChange={([chosen = null]) => {
          form.setFieldValue('report', chosen);
          // Pages, bookmarks and columns are those of a report.
          if (chosen?.id !== report?.id) form.setValues({ mail_page: null, mail_view_id: null, mail_view: null, mail_filters: [] });
        }}
        single
      />
      <Select
        label={t('kind')}
        description={t(`kind_${kind}_text`)}
        data={taskKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
        onChange={(value) => value && chooseKind(form, value)}
      />
      {kind === 'webhook' ? <WebhookFields form={form} isNew={task === null} /> : null}
      {hasCondition(form.getValues()) ? (
        <section className={panel.section}>
          <h3 className={css.heading}>{t('question')}</h3>
          <QuestionFields form={form} />
        </section>
      ) : null}
      {kind === 'mail' ? (
        <section className={panel.section}>
          <h3 className={css.heading}>{t('taskMail:title')}</h3>
          <MailFields form={form} goneView={task?.mail_view_id === null ? task.mail_view_name : null} />
        </section>
      ) : null}
      {kind === 'refresh' ? null : <Telling form={form} />}
      <section className={panel.section}>
        <h3 className={css.heading}>{t('triggers')}</h3>
        <TriggersField form={form} />
      </section>
      {hasCondition(form.getValues()) && !only_execute ? <BackTestSection form={form} task_id={task?.id ?? null} /> : null}
    </ResourceForm>
  );
}
