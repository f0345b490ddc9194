/**
 * What waits, and for whom: the one list of kinds, in the order of the card. A new kind is a file beside this one, a word in the
 * contract's `waitingKinds`, a line here, its place in the web's `waitingPlaces.ts`, and its sentence in `reportReading.json`.
 */
import { accessRequests } from './accessRequests.ts';
import { askedDomains } from './askedDomains.ts';
import { draftInvoices } from './draftInvoices.ts';
import { endingAccess } from './endingAccess.ts';
import { endingGroups } from './endingGroups.ts';
import { endingPeople } from './endingPeople.ts';
import { endingSecrets } from './endingSecrets.ts';
import { endingTrials } from './endingTrials.ts';
import { failedDomains } from './failedDomains.ts';
import { failedRefreshes } from './failedRefreshes.ts';
import { failingAccounts } from './failingAccounts.ts';
import { fullUnits } from './fullUnits.ts';
import { incidents } from './incidents.ts';
import { overdueInvoices, overdueInvoicesOfUnits } from './overdueInvoices.ts';
import { privacyRequests } from './privacyRequests.ts';
import { problems } from './problems.ts';
import { refusedMails } from './refusedMails.ts';
import { registrations } from './registrations.ts';
import { staffRequests } from './staffRequests.ts';
import { suspendedUnits } from './suspendedUnits.ts';
import { undeliveredMails } from './undeliveredMails.ts';

/** For those who administer the unit that they work in. */
export const ofUnit = [
  incidents,
  registrations,
  accessRequests,
  privacyRequests,
  problems,
  refusedMails,
  endingAccess,
  endingPeople,
  endingGroups,
  endingSecrets,
  failedDomains,
];

/** For a partner, by business unit. */
export const ofUnits = [
  accessRequests,
  registrations,
  privacyRequests,
  askedDomains,
  failedDomains,
  failedRefreshes,
  fullUnits,
  endingTrials,
  overdueInvoicesOfUnits,
];

/** For the operator, who sees counts of units and nothing of their people. */
export const ofPlatform = [
  staffRequests,
  draftInvoices,
  overdueInvoices,
  endingTrials,
  suspendedUnits,
  fullUnits,
  failedDomains,
  undeliveredMails,
  failingAccounts,
];
