/**
 * Every failure of the portal: the word on the wire and its HTTP status. The sentence stands under the same word in
 * `messages/<locale>/errors.json`. Programs branch on words, people read sentences.
 *
 * 400 broken, 401 who are you, 403 not allowed, 404 not there or not yours, 409 conflict, 410 used link, 413 too large,
 * 415 wrong content type, 422 field errors, 423 under maintenance, 429 slow down, 502 a service that the portal calls failed,
 * 503 not now.
 */
import { z } from 'zod';

export const errors = {
  // Sign-in (docs/reference/product-rules.md 2.1), in the order of the checks. Most spellings are those of docs/reference/specification.md 8.
  domain_not_found: 404,
  error_user_or_password: 401,
  user_disable: 403,
  inactive: 403,
  blocked: 403,
  not_found_companies: 403,
  error_azure_not_companies: 403,
  domain_not_allowed: 403,
  finish_test: 403,
  unit_suspended: 403,
  unit_closed: 403,
  maintenance: 503,
  ip_not_allowed: 403,
  hours_not_allowed: 403,
  redirect_two_factor: 403,
  user_change_password: 403,
  error_authentication: 401,
  entra_unreachable: 502,
  entra_clock: 502,
  link_used: 410,
  step_expired: 410,
  passkey_refused: 422,
  confirm_identity: 403,
  second_factor_required: 409,
  second_factor_missing: 403,
  terms_pending: 403,

  // Session. The three texts of `token_*` are words themselves and never translated.
  token_expired: 401,
  token_invalid: 401,
  token_absent: 401,
  screen_over: 401,
  csrf: 403,

  // What a person may do.
  forbidden: 403,
  functionality_not_allowed: 403,
  page_not_allowed: 403,
  user_without_feature: 403,
  not_yourself: 403,
  last_admin: 409,
  password_not_changeable: 403,

  // What was asked for.
  not_found: 404,
  group_not_found: 404,
  ticket_not_found: 404,
  slideshow_empty: 404,
  bad_request: 400,
  method_not_allowed: 405,
  too_large: 413,
  too_complex: 422,
  unsupported_media_type: 415,
  invalid: 422,
  throttled: 429,
  conflict: 409,
  in_use: 409,
  option_in_use: 409,
  user_deactivated_here: 409,
  user_limit_reached: 409,
  unit_user_limit_reached: 409,
  client_user_limit_reached: 409,
  partner_unit_limit_reached: 409,
  partner_user_limit_reached: 409,
  second_person_needed: 403,
  partner_one_person: 409,
  partner_has_units: 409,
  partner_not_closed: 409,
  partner_not_empty: 409,
  client_situation: 409,
  client_has_units: 409,
  client_not_open: 409,
  client_no_contract: 409,
  import_file_invalid: 422,
  import_too_many_rows: 422,
  users_not_registered: 422,

  // Reports and the reporting service.
  no_data_rule: 403,
  rule_refused: 403,
  favourites_full: 409,
  bookmarks_full: 409,
  report_maintenance: 423,
  access_already: 409,
  request_open: 409,
  privacy_request_open: 409,
  screens_full: 409,
  request_too_soon: 409,
  owner_missing: 409,
  share_open: 409,
  share_too_soon: 409,
  share_rows_missing: 409,
  refresh_running: 409,
  refresh_too_soon: 429,
  refresh_budget_spent: 409,
  refresh_not_possible: 409,
  reporting_account_refused: 502,
  reporting_not_found: 502,
  reporting_throttled: 503,
  reporting_unavailable: 503,
  capacity_paused: 503,
  capacity_not_connected: 409,
  embed_quota_spent: 503,
  export_failed: 502,
  export_unmarkable: 502,
  export_needs_capacity: 409,
  export_running: 409,
  domains_full: 409,
  domain_fee_changed: 409,
  theme_in_use: 409,
  theme_not_published: 409,
  theme_unreadable: 422,
  upload_too_large: 413,
  upload_incomplete: 409,
  upload_name_taken: 409,
  upload_refused: 502,
  upload_unplaced: 409,

  // The set-up of a unit as a document.
  setup_unreadable: 422,
  setup_newer: 422,
  setup_invalid: 422,
  setup_refused: 409,
  // Invoices.
  invoice_state: 409,
  invoice_unaddressed: 409,
  payment_too_small: 409,
  statement_unreadable: 422,

  // Everything else.
  mail_failed: 502,
  unavailable: 503,
  unexpected: 500,
} as const satisfies Record<string, number>;

export type ErrorWord = keyof typeof errors;

/** Kept as they are in every language: clients compare them (docs/reference/specification.md 4, docs/reference/product-rules.md 2.2). */
export const untranslated = {
  token_expired: 'Token is Expired',
  token_invalid: 'Token is Invalid',
  token_absent: 'Token absent',
  ip_not_allowed: 'ip_not_allowed',
} as const satisfies Partial<Record<ErrorWord, string>>;

/** The body of every refusal. Some words carry more: `token` for the next step, `ip`, `opens_at`, `retry_after`, `notice`. */
const errorBody = z.object({
  status: z.enum(Object.keys(errors) as [ErrorWord, ...ErrorWord[]]),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string(),
  token: z.string().optional(),
  ip: z.string().optional(),
  opens_at: z.string().optional(),
  retry_after: z.number().optional(),
  /** What an administrator wrote about it, such as the message of a maintenance window, or the numbers of a limit. */
  notice: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
