import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';

export const partnerPath = '/partners';

const kinds: Record<Partner['state'], StatusKind> = { active: 'success', suspended: 'warning', closed: 'neutral' };

export const partnerStates = Object.keys(kinds) as readonly Partner['state'][];

/** Also that a suspension was announced. */
export function PartnerState({ partner: { state, suspends_on } }: { partner: Pick<Partner, 'state' | 'suspends_on'> }) {
  const { t } = useTranslation('partners');
  return state === 'active' && suspends_on ? (
    <StatusCell kind="warning">{t('suspends_on', { date: formatDate(suspends_on) })}</StatusCell>
  ) : (
    <StatusCell kind={kinds[state]}>{t(`partner_${state}`)}</StatusCell>
  );
}

/** `7 de 10`, or the number alone where the contract has no limit. */
export function OfLimit({ used, limit }: { used: number; limit: number | null }) {
  const { t } = useTranslation('partners');
  return <span>{limit === null ? formatNumber(used) : t('of_limit', { used: formatNumber(used), limit: formatNumber(limit) })}</span>;
}
