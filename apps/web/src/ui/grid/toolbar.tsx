import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListView } from '#platform/listView.ts';
import { useShortcuts } from '#platform/shortcuts.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './toolbar.module.css';
import { ExportButton } from './exportButton.tsx';
import type { Column, Exporting, Filter } from './types.ts';

const typingMs = 250;

/** Goes to the address when the typing pauses, not with every letter. */
function SearchBox({ view }: { view: ListView }) {
  const { t } = useTranslation('ui');
  const box = useRef<HTMLInputElement>(null);
  // What is being typed; without it the box shows what the address says.
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts({
    '/': (event) => {
      event.preventDefault();
      box.current?.focus();
    },
  });

  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => view.change({ q: text }), typingMs);
  };
  const leave = () => {
    clearTimeout(timer.current);
    if (draft !== null && draft !== view.state.q) view.change({ q: draft });
    setDraft(null);
  };
  return (
    <div className={css.search}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        ref={box}
        type="search"
        placeholder={t('search_list')}
        aria-label={t('search_list')}
        maxLength={120}
        value={draft ?? view.state.q}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </div>
  );
}

function FilterChip({ filter, view }: { filter: Filter; view: ListView }) {
  const { t } = useTranslation('ui');
  const value = view.state.filters[filter.key];
  const chosen = filter.options.find((option) => option.value === value);
  const choose = (next: string) => {
    const { [filter.key]: _, ...others } = view.state.filters;
    view.change({ filters: next ? { ...others, [filter.key]: next } : others });
  };
  return (
    <MenuButton
      label={filter.label}
      align="start"
      {...(filter.options.length > 8 ? { searchLabel: t('search') } : {})}
      entries={[
        { label: t('all'), chosen: !chosen, run: () => choose('') },
        ...filter.options.map((option) => ({ label: option.label, chosen: option.value === value, run: () => choose(option.value) })),
      ]}
      renderTarget={(props) => (
        <button type="button" className={css.chip} data-on={chosen ? true : undefined} {...props}>
          {chosen ? `${filter.label}: ${chosen.label}` : filter.label}
        </button>
      )}
    />
  );
}

type Props<Row> = {
  view: ListView;
  filters: readonly Filter[];
  columns: readonly Column<Row>[];
  hidden: string[];
  setHidden: (keys: string[]) => void;
  compact: boolean;
  setCompact: (compact: boolean) => void;
  searchable: boolean;
  /** Whether the list shows a table, so that columns and density can be chosen. */
  tabular: boolean;
  tools: ReactNode;
  exporting?: Exporting;
};

/** Search, filter chips, and the menu of columns and density. */
export function Toolbar<Row>({
  view,
  filters,
  columns,
  hidden,
  setHidden,
  compact,
  setCompact,
  searchable,
  tabular,
  tools,
  exporting,
}: Props<Row>) {
  const { t } = useTranslation('ui');
  const toggleColumn = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key];
    setHidden(next);
    rememberView({ hidden_columns: { ...storage.read('bi:view')?.hidden_columns, [view.name]: next } });
  };
  const toggleDensity = () => {
    setCompact(!compact);
    rememberView({ compact: !compact });
  };
  return (
    <div className={css.toolbar}>
      {searchable ? <SearchBox view={view} /> : null}
      {filters.length > 0 || view.narrowed ? (
        <div className={css.chips}>
          {filters.map((filter) => (
            <FilterChip key={filter.key} filter={filter} view={view} />
          ))}
          {view.narrowed ? (
            <button type="button" className={css.textButton} onClick={view.clear}>
              {t('clear_filters')}
            </button>
          ) : null}
        </div>
      ) : null}
      <span className={css.spacer} />
      {tools}
      {exporting ? (
        <ExportButton
          exporting={exporting}
          view={view}
          columns={columns.flatMap(({ key, exported = true }) => (exported && !hidden.includes(key) ? [key] : []))}
        />
      ) : null}
      {tabular ? (
        <MenuButton
          label={t('view_options')}
          entries={[
            { label: t('compact_rows'), chosen: compact, run: toggleDensity },
            'divider',
            { heading: t('columns') },
            // The first column names the row: it stays.
            ...columns
              .slice(1)
              .map((column) => ({ label: column.header, chosen: !hidden.includes(column.key), run: () => toggleColumn(column.key) })),
          ]}
          renderTarget={(props) => (
            <ActionIcon {...props} variant="subtle" size="lg" aria-label={t('view_options')}>
              <IconAdjustmentsHorizontal size={18} />
            </ActionIcon>
          )}
        />
      ) : null}
    </div>
  );
}
