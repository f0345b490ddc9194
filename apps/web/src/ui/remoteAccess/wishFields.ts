import { useTranslation } from 'react-i18next';
import type { Field } from '#ui/form/types.ts';

export const firstWish = { reason: '', minutes: '30', mode: 'read' };

type Wish = { fields: Field[]; labels: { reason: string; minutes: string; mode: string } };

/** Why, how long and how: what everybody says who asks to act for somebody called `name`. */
export function useWishFields(name: string): Wish {
  const { t } = useTranslation('remoteAccess');
  const labels = { reason: t('reason'), minutes: t('minutes'), mode: t('mode') };
  const fields: Field[] = [
    { kind: 'textarea', name: 'reason', label: labels.reason, description: t('reason_text', { name }), required: true },
    {
      kind: 'choice',
      name: 'minutes',
      label: labels.minutes,
      options: ['15', '30', '60', '120'].map((value) => ({ value, label: t('minutes_choice', { count: Number(value) }) })),
    },
    {
      kind: 'choice',
      name: 'mode',
      label: labels.mode,
      description: t('mode_text'),
      options: [
        { value: 'read', label: t('mode_read') },
        { value: 'full', label: t('mode_full') },
      ],
    },
  ];
  return { fields, labels };
}
