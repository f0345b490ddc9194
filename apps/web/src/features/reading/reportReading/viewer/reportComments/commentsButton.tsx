import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BarButton } from '../barButton.tsx';
import type { Comments } from './useComments.ts';

/** Opens and closes the comments, and says how many threads are open. */
export function CommentsButton({ comments }: { comments: Comments | null }) {
  const { t } = useTranslation('reportReading');
  if (!comments) return null;
  const { count, shown, show, hide } = comments;
  return (
    <BarButton
      icon={<IconMessage size={18} stroke={1.6} aria-hidden="true" />}
      label={count ? `${t('comments')} ${count}` : t('comments')}
      name={count === null ? t('comments') : t('comments_open', { count })}
      aria-pressed={shown !== null}
      onClick={() => (shown ? hide() : show(null))}
    />
  );
}
