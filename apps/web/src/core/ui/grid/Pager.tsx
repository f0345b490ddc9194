import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageSizes } from '@vitrine/contract/list.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../formats.ts';
import type { ListView } from '../../listView.ts';
import css from './Pager.module.css';
import type { ListMeta } from './types.ts';

/** `21–40 de 1.000+`, page size, and the pages before and after. */
export function Pager({ view, meta }: { view: ListView; meta: ListMeta }) {
  const { t } = useTranslation('ui');
  const first = (meta.page - 1) * meta.per_page + 1;
  const last = meta.total_is_capped ? meta.page * meta.per_page : Math.min(meta.page * meta.per_page, meta.total);
  const total = formatNumber(meta.total) + (meta.total_is_capped ? '+' : '');
  const range = `${formatNumber(Math.min(first, last))}–${formatNumber(last)}`;
  const hasNext = meta.next === undefined ? meta.total_is_capped || last < meta.total : meta.next !== null;
  return (
    <footer className={css.pager}>
      <label className={css.pageSize}>
        <span>{t('rows_per_page')}</span>
        <select value={view.state.per_page} onChange={(event) => view.change({ per_page: Number(event.currentTarget.value) })}>
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={css.range}>{t('range_of_total', { range, total })}</span>
      <ActionIcon
        variant="subtle"
        aria-label={t('previous_page')}
        disabled={meta.page <= 1}
        onClick={() => view.change({ page: meta.page - 1 })}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t('next_page')}
        disabled={!hasNext}
        onClick={() => view.change({ page: meta.page + 1, after: meta.next ?? '' })}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </footer>
  );
}
