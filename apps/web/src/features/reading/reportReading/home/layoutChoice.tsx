import { ActionIcon } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rememberView, storage } from '#platform/storage.ts';
import css from './home.module.css';
import type { Layout } from './reportCard.tsx';

/** Storage key of the choice, and the default. */
const first = { report_layout: 'covers', all_reports_layout: 'list' } as const;

/** Tiles or list, stored separately for pages of groups and for the list of all reports. */
export function useLayout(name: keyof typeof first): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => storage.read('bi:view')?.[name] ?? first[name]);
  const choose = (next: Layout) => {
    setLayout(next);
    rememberView({ [name]: next });
  };
  return [layout, choose];
}

export function LayoutChoice({ layout, onChoose }: { layout: Layout; onChoose: (layout: Layout) => void }) {
  const { t } = useTranslation('reportReading');
  return (
    <ActionIcon.Group role="group" aria-label={t('layout')}>
      {(['covers', 'list'] as const).map((one) => (
        <ActionIcon
          key={one}
          variant="default"
          className={css.layout ?? ''}
          size="lg"
          aria-label={t(`layout_${one}`)}
          title={t(`layout_${one}`)}
          aria-pressed={layout === one}
          onClick={() => onChoose(one)}
        >
          {one === 'covers' ? <IconLayoutGrid size={16} /> : <IconList size={16} />}
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}
