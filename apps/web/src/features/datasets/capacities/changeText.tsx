import type { CapacityDetail } from '@vitrine/contract/datasets/capacities.ts';
import { useTranslation } from 'react-i18next';

/** Why the rule wants it so now. */
export function VerdictText({ verdict: { wanted, reason } }: { verdict: CapacityDetail['verdict'] }) {
  const { t } = useTranslation('capacities');
  return (
    <>
      {t(`wanted_${wanted}`)} {t(`reason_${reason}`)}
    </>
  );
}
