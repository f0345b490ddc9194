import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/states.tsx';

/** Shown without report groups: every report needs one; links to creating the first. */
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
