/** What the portal tells people about: kinds of notifications, the topics that one chooses between, and their groups. */

/** In the order in which they are shown. */
export const noticeGroups = ['messages', 'reports', 'data', 'help_desk', 'people', 'unit', 'domains'] as const;
type NoticeGroup = (typeof noticeGroups)[number];

type Topic = {
  group: NoticeGroup;
  /** Comes in any case, by mail as well: who may sign in, what becomes of somebody's data, who else was there. */
  security?: true;
  /** Stands in the portal in any case; the mails can be switched off. */
  portal?: 'always';
  /** For those who look after something. Others are not asked about it before they get one. */
  managing?: true;
};

/** A person says for each topic whether it comes into the portal and by mail. */
export const noticeTopics = {
  announcements: { group: 'messages', portal: 'always' },
  reports: { group: 'reports' },
  sharing: { group: 'reports' },
  comments: { group: 'reports' },
  access_answers: { group: 'reports' },
  access_requests: { group: 'reports', managing: true },
  questions: { group: 'reports', managing: true },
  exports: { group: 'reports' },
  uploads: { group: 'reports', managing: true },
  summaries: { group: 'reports', managing: true },
  refreshes: { group: 'data' },
  refresh_trouble: { group: 'data', managing: true },
  tasks: { group: 'data' },
  task_trouble: { group: 'data', managing: true },
  capacities: { group: 'data', managing: true },
  maintenance: { group: 'data' },
  screens: { group: 'data' },
  tickets: { group: 'help_desk' },
  ticket_work: { group: 'help_desk', managing: true },
  hours: { group: 'people' },
  imports: { group: 'people', managing: true },
  registrations: { group: 'people', security: true, managing: true },
  own_data: { group: 'people', security: true },
  data_requests: { group: 'people', security: true, managing: true },
  data_protection: { group: 'people', security: true, managing: true },
  remote_access: { group: 'people', security: true, managing: true },
  sign_in: { group: 'unit', security: true, managing: true },
  trial: { group: 'unit', security: true, managing: true },
  appearance: { group: 'unit', managing: true },
  mail: { group: 'unit', managing: true },
  domains: { group: 'domains', managing: true },
  domain_trouble: { group: 'domains', security: true, managing: true },
} as const satisfies Record<string, Topic>;
export type NoticeTopic = keyof typeof noticeTopics;

/**
 * Kinds of notifications, with their topics. The catalogue `notifications` has a title and a text for each (`<kind>_title`,
 * `<kind>_text`), in which the values stand.
 */
export const notificationKinds = {
  message: 'announcements',
  report_granted: 'reports',
  report_shared: 'sharing',
  report_shared_note: 'sharing',
  report_question: 'questions',
  share_requested: 'access_requests',
  share_granted: 'access_answers',
  share_denied: 'access_answers',
  comment_mentioned: 'comments',
  comment_answered: 'comments',
  catalogue_requested: 'access_requests',
  catalogue_granted: 'access_answers',
  catalogue_granted_note: 'access_answers',
  catalogue_denied: 'access_answers',
  catalogue_waiting: 'access_requests',
  catalogue_lapsed: 'access_answers',
  screen_dark: 'screens',
  refresh_completed: 'refreshes',
  refresh_failed: 'refreshes',
  refresh_paused: 'refresh_trouble',
  refresh_unkept: 'refresh_trouble',
  task_fired: 'tasks',
  task_fired_note: 'tasks',
  task_fired_plain: 'tasks',
  task_recovered: 'tasks',
  task_notice: 'tasks',
  task_failed: 'task_trouble',
  task_paused: 'task_trouble',
  task_unkept: 'task_trouble',
  task_undelivered: 'task_trouble',
  capacity_resumed: 'capacities',
  capacity_stopped: 'capacities',
  capacity_scaled: 'capacities',
  capacity_failed: 'capacities',
  maintenance_planned: 'maintenance',
  registration_waiting: 'registrations',
  import_finished: 'imports',
  upload_published: 'uploads',
  upload_failed: 'uploads',
  export_ready: 'exports',
  report_problem: 'questions',
  weekly_summary: 'summaries',
  ticket_opened: 'ticket_work',
  ticket_answered: 'tickets',
  ticket_mentioned: 'tickets',
  ticket_merged: 'tickets',
  ticket_tied: 'tickets',
  ticket_maintenance_over: 'tickets',
  ticket_assigned: 'ticket_work',
  ticket_returned: 'ticket_work',
  ticket_resolved: 'tickets',
  ticket_reopened: 'ticket_work',
  ticket_escalated: 'ticket_work',
  ticket_estimated: 'tickets',
  ticket_not_taken: 'tickets',
  access_extended: 'hours',
  access_rules_changed: 'sign_in',
  privacy_requested: 'data_requests',
  remote_asked: 'remote_access',
  remote_ended: 'remote_access',
  trial_ending: 'trial',
  privacy_waiting: 'data_requests',
  incident_due: 'data_protection',
  incident_late: 'data_protection',
  hold_ending: 'data_protection',
  privacy_answered: 'own_data',
  privacy_denied: 'own_data',
  password_sprayed: 'sign_in',
  domain_requested: 'domain_trouble',
  domain_approved: 'domains',
  domain_denied: 'domains',
  domain_denied_note: 'domains',
  domain_active: 'domains',
  domain_failed: 'domains',
  domain_taken: 'domain_trouble',
  domain_lost: 'domain_trouble',
  domain_gone: 'domain_trouble',
  domain_removed: 'domain_trouble',
  domain_certificate: 'domain_trouble',
  scim_seats_full: 'imports',
  saml_certificate: 'sign_in',
  theme_unreadable: 'appearance',
  mail_refused: 'mail',
  mail_failing: 'mail',
} as const satisfies Record<string, NoticeTopic>;
export type NotificationKind = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];

/** Of a kind; a kind that was stored once and is known no more has no topic. */
export const topicOf = (kind: NotificationKind): Topic | undefined =>
  kind in notificationKinds ? noticeTopics[notificationKinds[kind]] : undefined;
