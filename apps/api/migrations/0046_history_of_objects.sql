-- The history of an object finds the lines of what belongs to it, such as the assignments of a report, however long the log is.
create index audit_log_parts_of_report on audit_log (tenant_id, (coalesce(after, before) ->> 'report_id'))
  where object_type in ('report_grant', 'report_maintenance', 'refresh_schedule', 'report_page', 'report_removal');
create index audit_log_parts_of_user on audit_log (tenant_id, (coalesce(after, before) ->> 'membership_id'))
  where object_type in ('report_grant', 'user_group_member', 'report_removal', 'shift_membership', 'access_extension');
create index audit_log_members_of_group on audit_log (tenant_id, (coalesce(after, before) ->> 'group_id'))
  where object_type = 'user_group_member';
create index audit_log_parts_of_group on audit_log (tenant_id, (coalesce(after, before) ->> 'user_group_id'))
  where object_type in ('report_grant', 'shift_user_group');
