/** The activities, as data: what decides whether there is one, and who gives and gets its data. The sentences are the catalogue's. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { unitExportLimits } from '@vitrine/contract/organisation/unitExport.ts';
import { importLimits } from '@vitrine/contract/people/userImport.ts';
import { privacyDays } from '@vitrine/contract/privacy/privacy.ts';
import type { ProcessingActivity, ProcessingRecords } from '@vitrine/contract/privacy/processingRecords.ts';
import { keptDays } from '#domain/jobs/kept.ts';
import { endWarningDays, erasedAfterDays, ledgerYears } from '#domain/organisation/unitEnd.ts';
import { keptAfterDeletion } from '#domain/people/deletedMembers.ts';
import { keptMs } from '#domain/reportAccess/requestTimes.rules.ts';
import { readNoticeDays, retentionKinds } from '#domain/retention/kinds.ts';
import { namesKeptMonths } from '#domain/usage/namesKept.ts';
import { shownDay } from '#platform/shownDay.ts';
import { translate } from '#platform/translate.ts';
import type { Facts } from './facts.ts';

const dayMs = 86_400_000;

type Source = 'self' | 'administrators' | 'use' | 'file' | 'site' | 'directory';
type Recipient = 'unit' | 'partner' | 'operator' | 'reporting' | 'mail' | 'push' | 'directory' | 'webhook';
type Rule = {
  basis: 'contract' | 'interest' | 'law' | 'consent';
  people: 'users' | 'new_users' | 'visitors';
  sources: Source[];
  recipients: Recipient[];
  /** What the sentence about the time is filled with. */
  kept?: Record<string, number>;
  /** Without it always. */
  when?: (facts: Facts) => boolean;
};

const rules: Record<ProcessingActivity, Rule> = {
  accounts: {
    basis: 'contract',
    people: 'users',
    sources: ['administrators', 'self', 'directory'],
    recipients: ['partner', 'operator', 'mail', 'directory'],
    kept: { days: keptAfterDeletion, months: retentionKinds.access.period.count, device_days: keptDays.device },
  },
  arrivals: {
    basis: 'contract',
    people: 'new_users',
    sources: ['self', 'file'],
    recipients: ['partner', 'mail'],
    kept: { link_days: keptDays.link, days: importLimits.keptDays },
    when: ({ settings, imports }) => settings.enable_auto_register || settings.user_import || imports,
  },
  access: {
    basis: 'contract',
    people: 'users',
    sources: ['administrators', 'self', 'directory'],
    recipients: ['partner', 'reporting'],
    kept: { days: Math.round(keptMs / dayMs) },
  },
  reading: {
    basis: 'interest',
    people: 'users',
    sources: ['use'],
    recipients: ['partner', 'reporting'],
    kept: { months: namesKeptMonths },
  },
  collaboration: { basis: 'interest', people: 'users', sources: ['self'], recipients: ['unit', 'partner'] },
  support: {
    basis: 'contract',
    people: 'users',
    sources: ['self'],
    recipients: ['partner', 'operator', 'mail'],
    when: ({ settings }) => settings.enable_helpdesk,
  },
  notices: {
    basis: 'interest',
    people: 'users',
    sources: ['use'],
    recipients: ['mail', 'push'],
    kept: { read_days: readNoticeDays, days: retentionKinds.notifications.period.count },
  },
  automation: {
    basis: 'interest',
    people: 'users',
    sources: ['administrators'],
    recipients: ['mail', 'reporting', 'webhook'],
    when: ({ tasks }) => tasks,
  },
  embedding: {
    basis: 'interest',
    people: 'visitors',
    sources: ['site', 'use'],
    recipients: ['reporting'],
    kept: { months: namesKeptMonths },
    when: ({ settings }) => settings.enable_embedded,
  },
  remote_access: {
    basis: 'consent',
    people: 'users',
    sources: ['administrators', 'self'],
    recipients: ['unit', 'partner', 'operator'],
    kept: { months: retentionKinds.audit.period.count },
    when: ({ settings }) => settings.allow_access_remote,
  },
  log: {
    basis: 'law',
    people: 'users',
    sources: ['use'],
    recipients: ['partner', 'operator'],
    kept: { months: retentionKinds.audit.period.count, address_months: retentionKinds.addresses.period.count },
  },
  rights: { basis: 'law', people: 'users', sources: ['self'], recipients: ['partner'] },
  billing: { basis: 'law', people: 'users', sources: ['use'], recipients: ['partner', 'operator'], kept: { years: ledgerYears } },
};

/** Of each source a sentence, where there is one now. */
function sourceWords(source: Source, facts: Facts, words: Words): string[] {
  if (source === 'directory')
    return [...new Set([...facts.provisioning, ...facts.ways_in])].map((name) => words('source.directory', { name }));
  if (source === 'file' && !facts.settings.user_import && !facts.imports) return [];
  return [words(`source.${source}`)];
}

function recipientWords(recipient: Recipient, facts: Facts, words: Words): string[] {
  switch (recipient) {
    case 'partner':
      return facts.partner === null ? [] : [words('recipient.partner', { name: facts.partner })];
    case 'mail':
      return [facts.mail_host === null ? words('recipient.mail_platform') : words('recipient.mail', { name: facts.mail_host })];
    case 'directory':
      return facts.ways_in.map((name) => words('recipient.directory', { name }));
    case 'webhook':
      return facts.webhooks.length === 0 ? [] : [words('recipient.webhook', { name: facts.webhooks.join(', ') })];
    case 'reporting':
      return facts.reports ? [words('recipient.reporting')] : [];
    case 'push':
      return facts.push ? [words('recipient.push')] : [];
    default:
      return [words(`recipient.${recipient}`)];
  }
}

type Words = (key: string, values?: Record<string, string | number>) => string;

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

function endOf(facts: Facts, locale: Locale, words: Words): string[] {
  const { state, trial_ends_on, partner } = facts;
  return [
    ...(state === 'trial' && trial_ends_on !== null
      ? [
          words('end.trial', {
            date: shownDay(locale, trial_ends_on),
            erased: shownDay(locale, dayAfter(trial_ends_on, erasedAfterDays.trial)),
          }),
        ]
      : []),
    words('end.closing', { days: erasedAfterDays.closed }),
    words('end.warning', { first: endWarningDays.first }),
    ...(partner === null ? [] : [words('end.taking', { name: partner, days: unitExportLimits.days })]),
    words('end.staying', { years: ledgerYears }),
  ];
}

/** The records of a unit in a language. */
export function recordsOf(facts: Facts, locale: Locale): Pick<ProcessingRecords, 'activities' | 'measures' | 'end'> {
  const words: Words = (key, values) => translate(locale, `processingRecordsTexts:${key}`, values);
  const { settings } = facts;
  const keys = Object.keys(rules) as ProcessingActivity[];
  const activities = keys.flatMap((key) => {
    const { basis, people, sources, recipients, kept, when } = rules[key];
    if (when && !when(facts)) return [];
    return [
      {
        key,
        title: words(`${key}.title`),
        purpose: words(`${key}.purpose`, { days: privacyDays }),
        basis: words(`basis.${basis}`),
        people: words(`people.${people}`),
        data: words(`${key}.data`),
        sources: sources.flatMap((source) => sourceWords(source, facts, words)),
        recipients: recipients.flatMap((recipient) => recipientWords(recipient, facts, words)),
        kept: words(`${key}.kept`, kept),
      },
    ];
  });
  const measures = [
    ...(['walls', 'secrets', 'rights', 'erasing'] as const),
    ...(settings.require_second_factor ? (['second_factor'] as const) : []),
    ...(settings.ip ? (['addresses'] as const) : []),
    ...(settings.enable_watermark ? (['watermark'] as const) : []),
  ].map((measure) => words(`measure.${measure}`));
  return { activities, measures, end: endOf(facts, locale, words) };
}
