import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';

export const domainPath = '/domain';

const kinds: Record<Domain['state'], StatusKind> = {
  pending: 'info',
  verified: 'info',
  active: 'success',
  failed: 'error',
  removed: 'neutral',
};

export function DomainState({ domain: { state, waits_for_partner, lost_since } }: { domain: Domain }) {
  const { t } = useTranslation('domains');
  if (waits_for_partner) return <StatusCell kind="warning">{t('state_waits')}</StatusCell>;
  if (lost_since) return <StatusCell kind="warning">{t('state_lost')}</StatusCell>;
  return <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

const dayMs = 86_400_000;
const lostForDays = 7;

/** What happens now, and what the reader can do for it. */
export function useNextStep(): (domain: Domain) => string {
  const { t } = useTranslation('domains');
  return ({ state, waits_for_partner, can, checks_end_at, certificate, failure, lost_since, host_shown, removed_at, note }) => {
    if (waits_for_partner) return t(can.answer ? 'next_answer' : 'next_waits');
    if (state === 'pending') return t('next_pending', { when: formatDateTime(checks_end_at ?? '') });
    if (state === 'verified') return t(`next_certificate_${certificate?.problem ?? 'first'}`);
    if (state === 'active' && lost_since)
      return t('next_lost', { when: formatDateTime(new Date(Date.parse(lost_since) + lostForDays * dayMs).toISOString()) });
    if (state === 'active') return t(certificate?.state === 'failed' ? 'next_certificate_lost' : 'next_active', { host: host_shown });
    if (state === 'removed')
      return t(failure === 'records_gone' ? 'next_gone' : 'next_removed', { when: formatDateTime(removed_at ?? '') });
    if (failure === 'denied') return note === '' ? t('next_denied') : t('next_denied_note', { note });
    return t(failure === 'taken' ? 'next_taken' : 'next_records');
  };
}
