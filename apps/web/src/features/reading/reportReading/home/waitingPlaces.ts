/** Where each kind of what waits is looked after: the list that holds exactly what was counted. */
import type { WaitingKind } from '@vitrine/contract/reading/home.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';

type Place = { to: string; search?: Record<string, string>; screen: ScreenName };

const reports = { to: '/management/report', screen: 'management_report' } as const;
const partners = { to: '/partners', screen: 'partners' } as const;

/** In the unit that one works in, and on the platform. */
export const waitingPlaces: Record<WaitingKind, Place> = {
  incidents: { to: '/privacy/incidents', search: { state: 'open' }, screen: 'incidents' },
  registrations: { to: '/registrations', screen: 'registrations' },
  access_requests: { to: '/catalogs', search: { tab: 'queue' }, screen: 'catalogs' },
  privacy_requests: { to: '/privacy', search: { state: 'open' }, screen: 'privacy' },
  problems: { ...reports, search: { problems: 'open' } },
  refused_mails: { to: '/user', search: { mail: 'refused' }, screen: 'user' },
  ending_access: { ...reports, search: { access: 'ending' } },
  ending_people: { to: '/user', search: { ends: 'soon' }, screen: 'user' },
  ending_groups: { to: '/group_users', search: { ends: 'soon' }, screen: 'group_users' },
  ending_secrets: { to: '/powerbi', search: { secret: 'ending' }, screen: 'powerbi' },
  failed_refreshes: { ...reports, search: { data: 'failed' } },
  full_units: { ...partners, search: { units: 'full' } },
  ending_trials: { ...partners, search: { units: 'trial_ends' } },
  suspended_units: { ...partners, search: { units: 'suspended' } },
  undelivered_mails: { ...partners, search: { units: 'no_mail' } },
  failing_accounts: { ...partners, search: { units: 'account_fails' } },
  staff_requests: { ...partners, search: { staff: 'asked' } },
  draft_invoices: { to: '/billing', search: { state: 'draft' }, screen: 'billing' },
  overdue_invoices: { to: '/billing', search: { state: 'overdue' }, screen: 'billing' },
  asked_domains: { to: '/domain', search: { state: 'asked' }, screen: 'domain' },
  failed_domains: { to: '/domain', search: { state: 'failed' }, screen: 'domain' },
};

/** Of these a partner reads on the unit's own page, without working in it. */
export const isOfUnitItself = (kind: WaitingKind): kind is 'full_units' | 'ending_trials' =>
  kind === 'full_units' || kind === 'ending_trials';

/** Of these a partner has one list for all of its units: it stays in the unit that it works in. */
export const placeOfAllUnits = (kind: WaitingKind): Pick<Place, 'to' | 'search'> | null => {
  if (kind === 'overdue_invoices') return { to: '/billing/summary' };
  return kind === 'asked_domains' || kind === 'failed_domains' ? waitingPlaces[kind] : null;
};
