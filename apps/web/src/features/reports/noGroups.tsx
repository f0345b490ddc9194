import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../core/ui/States.tsx';

/** Every report stands in a group: the way to the first one. */
export function NoGroups() {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  return (
    <EmptyState
      title={t('no_groups_title')}
      text={t('no_groups_text')}
      action={<Button onClick={() => void navigate({ to: '/reports', search: { edit: 'new' } })}>{t('to_groups')}</Button>}
    />
  );
}
