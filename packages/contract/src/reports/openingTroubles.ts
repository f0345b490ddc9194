/** Why a report was not shown: what the portal refused, what the reporting service answered, and what the report itself reported. */
export const openingTroubles = [
  'no_data_rule',
  'rule_refused',
  'reporting_account_refused',
  'reporting_not_found',
  'reporting_throttled',
  'reporting_unavailable',
  'capacity_paused',
  'embed_quota_spent',
  'report_error',
] as const;
export type OpeningTrouble = (typeof openingTroubles)[number];
