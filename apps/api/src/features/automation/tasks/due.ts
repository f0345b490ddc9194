/** A run with its task and what speaks against it now. */
import type { Task } from '@vitrine/contract/automation/task.ts';

export type Due = Pick<
  Task,
  | 'id'
  | 'name'
  | 'kind'
  | 'report_id'
  | 'report'
  | 'owner_id'
  | 'owner_name'
  | 'query'
  | 'use_variables'
  | 'variables'
  | 'column_name'
  | 'operator'
  | 'value'
  | 'value_to'
  | 'only_execute'
  | 'repeat'
  | 'repeat_minutes'
  | 'repetitions'
  | 'to_self'
  | 'tell_recovery'
  | 'message'
  | 'membership_ids'
  | 'user_group_ids'
  | 'mail_format'
  | 'mail_page'
  | 'mail_view_id'
  | 'mail_view_name'
  | 'webhook_url'
  | 'paused'
  | 'muted_until'
> & {
  run_id: string;
  source: 'trigger' | 'person';
  due_at: string;
  started_at: string | null;
  run_state: string;
  report_active: boolean;
  data_rule: string;
  in_maintenance: boolean;
  overlaps: boolean;
  owner_gone: boolean;
};

/** It runs, and tells nobody. */
export const isMuted = ({ muted_until }: Pick<Due, 'muted_until'>, now: Date): boolean =>
  muted_until !== null && Date.parse(muted_until) > now.getTime();
