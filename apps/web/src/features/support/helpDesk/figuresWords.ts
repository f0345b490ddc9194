/** Numbers of the help desk as they are read. */
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';

/** `45 min` and `7,5 h` of work; a dash for what nothing was counted of. */
export const useWorkTime =
  () =>
  (minutes: number | null): string => {
    if (minutes === null) return '–';
    return minutes < 60
      ? formatNumber(minutes, { style: 'unit', unit: 'minute' })
      : formatNumber(minutes / 60, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
  };

/** `80 % (8 de 10)`; a dash of nothing. */
export function useShare(): (part: number, all: number) => string {
  const { t } = useTranslation('ticketFigures');
  return (part, all) =>
    all === 0
      ? '–'
      : `${formatNumber(part / all, { style: 'percent' })} (${t('of', { part: formatNumber(part), all: formatNumber(all) })})`;
}
