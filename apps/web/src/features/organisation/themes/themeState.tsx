import type { ThemeRow } from '@vitrine/contract/organisation/themes.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { StatusCell } from '#ui/cells.tsx';

export const themePath = '/whitelabels';

/** What holds: the version that is published, or what is still to come. */
export function ThemeState({ theme: { number, publish_at, changed } }: { theme: ThemeRow }) {
  const { t } = useTranslation('themes');
  if (publish_at) return <StatusCell kind="info">{t('state_later', { when: formatDateTime(publish_at) })}</StatusCell>;
  if (number === 0) return <StatusCell kind="neutral">{t('state_draft')}</StatusCell>;
  if (changed) return <StatusCell kind="warning">{t('state_changed', { number })}</StatusCell>;
  return <StatusCell kind="success">{t('state_published', { number })}</StatusCell>;
}
