import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';

/** `1,2 s` from milliseconds. */
export function useSeconds(): (ms: number | null) => string {
  const { t } = useTranslation('reportUsage');
  return (ms) => (ms === null ? '–' : t('seconds', { value: formatNumber(ms / 1000, { maximumFractionDigits: 1 }) }));
}
