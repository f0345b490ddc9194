/** How long the regular clean-up keeps things; the records of processing tell it from here. */
import { logDays } from '@vitrine/contract/people/provisioning.ts';
import { keptSearches } from '@vitrine/contract/support/faqSearches.ts';

export const keptDays = {
  attempt: 1,
  link: 30,
  device: 365,
  notification: 365,
  readNotification: 90,
  provisioning: logDays,
  search: keptSearches.days,
};

/** Lines of the audit log, and network addresses in it and in sessions. A function of the database removes them and knows the same times. */
export const logMonths = { lines: 24, addresses: 6 } as const;
