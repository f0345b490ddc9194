import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { startPage } from '#endpoints/reading/home.ts';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { getConfig } from '#endpoints/settings/settings.ts';
import { toast } from '#platform/toast.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './home.module.css';
import type { Group } from './sections.tsx';
import { reportsOf } from './sections.tsx';

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

/** Which page opens after signing in, in words; a report is chosen in its viewer. */
export function EntryPage({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation('reportReading');
  const { intended, choose } = useStartPage();
  const report = groups.flatMap(reportsOf).find(({ id }) => intended === `/${id}/reports/view`);
  const page = intended === '/' ? t('entry_home') : (report?.title ?? t('entry_unit'));
  return (
    <MenuButton
      label={t('start_page')}
      entries={[
        { heading: t('start_page') },
        { label: t('entry_home'), chosen: intended === '/', run: () => void choose('home') },
        ...(report ? [{ label: report.title, chosen: true, run: () => undefined }] : []),
        { label: t('entry_unit'), chosen: intended !== '/' && !report, run: () => void choose('unit') },
      ]}
      renderTarget={(props) => (
        <Button {...props} variant="default" className={css.entry ?? ''} rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          <span className={css.entryText}>{t('entry_now', { page })}</span>
        </Button>
      )}
    />
  );
}
