import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageSizes } from '#endpoints/list.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import type { ListView } from '#platform/listView.ts';
import css from './pager.module.css';
import type { ListMeta } from './types.ts';

/** `21–40 de 1.000+`; where there is more than a page could hold, its size and the pages before and after. */
export function Pager({ view, meta, count }: { view: ListView; meta: ListMeta; /** Rows of this page. */ count: number }) {
  const { t } = useTranslation('ui');
  const before = (meta.page - 1) * meta.per_page;
  const last = before + count;
  const total = formatNumber(meta.total) + (meta.total_is_capped ? '+' : '');
  const range = `${formatNumber(Math.min(before + 1, last))}–${formatNumber(last)}`;
  const hasNext = meta.next === undefined ? (meta.total_is_capped ? count === meta.per_page : last < meta.total) : meta.next !== null;
  const told = <span className={css.range}>{t('range_of_total', { range, total })}</span>;
  if (meta.page === 1 && !hasNext && count <= pageSizes[0]) return <footer className={css.pager}>{told}</footer>;
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
      {told}
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
