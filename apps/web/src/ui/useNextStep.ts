import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Told } from '#platform/toast.ts';

/** A message that says what was made and leads to it: "Group Buyers created · Open". */
export function useNextStep(): (text: string, address: string) => Told {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  return (text, address) => ({ text, action: { label: t('open'), run: () => void navigate({ to: address }) } });
}
