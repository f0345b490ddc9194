import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './star.module.css';

type Props = { title: string; favourite: boolean; onToggle: () => void };

export function Star({ title, favourite, onToggle }: Props) {
  const { t } = useTranslation('reportReading');
  const Icon = favourite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={css.star}
      data-on={favourite || undefined}
      aria-pressed={favourite}
      aria-label={t(favourite ? 'remove_favourite' : 'add_favourite', { title })}
      onClick={onToggle}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
