import type { Incident } from '@vitrine/contract/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { StatusCell } from '#ui/cells.tsx';

type Clocked = Pick<Incident, 'state' | 'late' | 'days_left' | 'authority_told_at'>;

/** How much time is left for telling the authority; once it was told, or the incident is closed, how that went. */
export function Clock({ incident: { state, late, days_left, authority_told_at } }: { incident: Clocked }) {
  const { t } = useTranslation(['incidents', 'incidentFile']);
  if (authority_told_at) return <StatusCell kind={late ? 'error' : 'success'}>{t(late ? 'told_late' : 'told_in_time')}</StatusCell>;
  if (state === 'closed') return <StatusCell kind="neutral">{t('incidentFile:state_closed')}</StatusCell>;
  if (late) return <StatusCell kind="error">{t('late')}</StatusCell>;
  return <StatusCell kind={days_left > 1 ? 'info' : 'warning'}>{t('left', { count: days_left })}</StatusCell>;
}
