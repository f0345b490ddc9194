import type { Situation } from '@vitrine/contract/organisation/clients.ts';
import { useTranslation } from 'react-i18next';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';

/** Where the operator and partners find clients. */
export const clientPaths = { operator: '/client', partner: '/registration' } as const;

const kinds: Record<Situation, StatusKind> = { prospect: 'warning', trial: 'info', active: 'success', ended: 'neutral' };

export const situations = Object.keys(kinds) as readonly Situation[];

export function ClientSituation({ situation }: { situation: Situation }) {
  const { t } = useTranslation('clients');
  return <StatusCell kind={kinds[situation]}>{t(`situation_${situation}`)}</StatusCell>;
}
