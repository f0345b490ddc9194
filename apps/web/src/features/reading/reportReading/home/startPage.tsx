import { ActionIcon } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { startPage } from '@vitrine/contract/reading/home.ts';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { getConfig } from '#endpoints/settings/settings.ts';
import { toast } from '#platform/toast.ts';
import { MenuButton } from '#ui/menuButton.tsx';

/** Sets where the person goes after signing in to this unit. */
export function useStartPage(): { intended: string; choose: (page: 'unit' | 'home' | 'report', reportId?: string) => Promise<void> } {
  const { t } = useTranslation('reportReading');
  const config = useConfig();
  const stale = useStale();
  return {
    intended: config?.intended ?? '/',
    choose: async (page, reportId) => {
      try {
        await call(startPage, { body: { page, reportId: reportId ?? null } });
        await stale(getConfig);
        toast.success(t('start_page_saved'));
      } catch (error) {
        toast.failure(error);
      }
    },
  };
}

/** Whether this page is the start page, or the unit's default. A report is chosen as start page in its viewer. */
export function StartPageMenu() {
  const { t } = useTranslation('reportReading');
  const { intended, choose } = useStartPage();
  return (
    <MenuButton
      label={t('start_page')}
      entries={[
        { heading: t('start_page') },
        { label: t('start_page_home'), chosen: intended === '/', run: () => void choose('home') },
        { label: t('start_page_unit'), chosen: false, run: () => void choose('unit') },
      ]}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="default" size="lg" aria-label={t('start_page')} title={t('start_page')}>
          <IconSettings size={16} />
        </ActionIcon>
      )}
    />
  );
}
