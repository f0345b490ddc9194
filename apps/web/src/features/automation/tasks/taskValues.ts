/** What the form of a task holds, and what it sends of it. */
import type { MailFormat } from '@vitrine/contract/automation/taskMail.ts';
import type { Operator, Task, TaskRecipient, TaskVariable, TriggerInput } from '@vitrine/contract/automation/task.ts';
import { asksModel } from '@vitrine/contract/automation/task.ts';
import type { UseFormReturnType } from '@mantine/form';
import type { FilterDraft } from '#ui/access/grantValues.ts';
import { draftsOf, filtersOf } from '#ui/access/grantValues.ts';

export type TaskValues = {
  name: string;
  report: TaskRecipient | null;
  kind: Task['kind'];
  query: string;
  use_variables: boolean;
  variables: TaskVariable[];
  column_name: string;
  operator: Operator;
  value: string;
  value_to: string;
  only_execute: boolean;
  repeat: Task['repeat'];
  repeat_minutes: number | string;
  repetitions: number | string;
  to_self: boolean;
  tell_recovery: boolean;
  message: string;
  people: TaskRecipient[];
  groups: TaskRecipient[];
  triggers: TriggerInput[];
  mail_format: MailFormat;
  mail_page: string | null;
  mail_view_id: string | null;
  /** The bookmark that the task has, which may be somebody else's; it is not sent. */
  mail_view: TaskRecipient | null;
  mail_filters: FilterDraft[];
  webhook_url: string;
  /** Of one that calls an address: a condition decides when, not the times alone. It is not sent. */
  by_condition: boolean;
};
export type TaskFormState = UseFormReturnType<TaskValues>;

export const newTrigger: TriggerInput = {
  frequency: 'weekly',
  days: [1, 2, 3, 4, 5],
  day_of_month: null,
  times: ['08:00'],
  every_minutes: null,
  from: '08:00',
  until: '18:00',
  expires_on: null,
};

export function valuesOf(task: Task | null): TaskValues {
  if (!task)
    return {
      name: '',
      report: null,
      kind: 'alert',
      query: '',
      use_variables: false,
      variables: [],
      column_name: '',
      operator: 'more',
      value: '',
      value_to: '',
      only_execute: false,
      repeat: 'once',
      repeat_minutes: 60,
      repetitions: 10,
      to_self: true,
      tell_recovery: false,
      message: '',
      people: [],
      groups: [],
      triggers: [newTrigger],
      mail_format: 'PDF',
      mail_page: null,
      mail_view_id: null,
      mail_view: null,
      mail_filters: [],
      webhook_url: '',
      by_condition: false,
    };
  const { name, kind, query, use_variables, variables, column_name, value, value_to, only_execute, repeat, repetitions } = task;
  const { to_self, tell_recovery, message, people, groups, triggers, mail_format, mail_page, mail_view_id, mail_view_name, webhook_url } =
    task;
  return {
    name,
    kind,
    query,
    use_variables,
    variables,
    column_name,
    value,
    value_to,
    only_execute,
    repeat,
    repetitions,
    to_self,
    tell_recovery,
    message,
    people,
    groups,
    triggers,
    mail_format,
    mail_page,
    mail_view_id,
    mail_filters: draftsOf(task.mail_filters),
    mail_view: mail_view_id === null ? null : { id: mail_view_id, name: mail_view_name ?? '' },
    webhook_url,
    by_condition: asksModel(task),
    report: { id: task.report_id, name: task.report },
    operator: task.operator ?? 'more',
    repeat_minutes: task.repeat_minutes ?? 60,
  };
}

const idsOf = (all: readonly TaskRecipient[]) => all.map(({ id }) => id);

/** Of the trigger what belongs to its kind, so that nothing unseen is sent. */
export const triggerBody = (trigger: TriggerInput): TriggerInput => ({
  ...trigger,
  days: trigger.frequency === 'weekly' ? trigger.days.toSorted((a, b) => a - b) : [],
  day_of_month: trigger.frequency === 'monthly' ? (trigger.day_of_month ?? 1) : null,
  times: trigger.every_minutes === null ? trigger.times.toSorted() : [],
  ...(trigger.every_minutes === null ? { from: '00:00', until: '23:59' } : {}),
});

/** Whether a query and a condition belong to it. */
export const hasCondition = ({ kind, by_condition }: Pick<TaskValues, 'kind' | 'by_condition'>): boolean =>
  kind === 'alert' || (kind === 'webhook' && by_condition);

export function bodyOf({
  report,
  people,
  groups,
  triggers,
  repeat_minutes,
  mail_view: _shown,
  mail_filters,
  by_condition,
  ...values
}: TaskValues) {
  const isAlert = hasCondition({ kind: values.kind, by_condition });
  const silent = values.kind === 'mail' || values.kind === 'webhook' ? { only_execute: false } : {};
  return {
    ...values,
    report_id: report?.id ?? '',
    ...(isAlert
      ? {}
      : { query: '', column_name: '', operator: null, value: '', value_to: '', repeat: 'once' as const, tell_recovery: false }),
    ...(values.kind === 'refresh' ? { message: '', to_self: false, only_execute: false } : {}),
    ...silent,
    ...(values.kind === 'webhook' ? {} : { webhook_url: '' }),
    ...(values.kind === 'mail' ? {} : { mail_format: 'PDF' as const, mail_page: null, mail_view_id: null }),
    mail_filters: values.kind === 'mail' ? filtersOf(mail_filters) : [],
    ...(values.operator === 'between' ? {} : { value_to: '' }),
    repeat_minutes: values.repeat === 'interval' && isAlert ? Number(repeat_minutes) : null,
    repetitions: Number(values.repetitions),
    membership_ids: values.kind === 'refresh' ? [] : idsOf(people),
    user_group_ids: values.kind === 'refresh' ? [] : idsOf(groups),
    triggers: triggers.map(triggerBody),
  };
}
