import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconChevronUp, IconDots } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import { failureOf } from '#platform/failure.ts';
import { useShortcuts } from '#platform/shortcuts.ts';
import type { GridRow, RowAction } from '#ui/grid/types.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import type { Fact } from './facts.tsx';
import { Facts } from './facts.tsx';
import css from './objectPage.module.css';
import type { ObjectTab } from './objectTabs.tsx';
import { ObjectTabs } from './objectTabs.tsx';
import { useLeaving } from './leftObject.ts';
import { objectPath } from './paths.ts';
import { useBackToList, useEscapeToList } from './useBackToList.ts';
import type { OpenedObject } from './useObject.ts';

type Props<Row extends GridRow, Whole extends Row> = {
  opened: OpenedObject<Row, Whole>;
  /** The list that it belongs to: its title and its path, below which the pages of its objects stand. */
  list: { title: string; path: string };
  title: (row: Row) => string;
  icon?: (row: Row) => ReactNode;
  /** What stands beside the name, such as the mark of a certified report. */
  mark?: (row: Row) => ReactNode;
  state?: (row: Row) => ReactNode;
  /** The one thing that is done here most. */
  primary?: (row: Row) => ReactNode;
  /** What else can be done with it, in the menu "…". */
  actions?: readonly RowAction<Row>[];
  tabs: readonly ObjectTab[];
  facts: readonly Fact[];
  /** The tabs need the width: the facts stand above them. */
  wide?: boolean;
  /** Panels and dialogs. */
  children?: ReactNode;
};

/** `k` and `j`, and the two buttons: the object before and after this one in its list. */
function Neighbours({ path, order, id }: { path: string; order: readonly string[]; id: string }) {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  // A key that is pressed before the page has followed goes on from where the one before it leads.
  const reached = useRef(order.indexOf(id));
  const go = (step: 1 | -1) => {
    const target = order[reached.current + step];
    if (!target) return;
    reached.current += step;
    void navigate({ to: objectPath(path, target), search: {}, state: true, replace: true });
  };
  useShortcuts({ k: () => go(-1), j: () => go(1) });
  if (order.length < 2) return null;
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('object_previous')}
        title={`${t('object_previous')} (K)`}
        disabled={id === order[0]}
        onClick={() => go(-1)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('object_next')}
        title={`${t('object_next')} (J)`}
        disabled={id === order.at(-1)}
        onClick={() => go(1)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
    </>
  );
}

/** Back to the list as it was left, by a click or Escape. */
function BackToList({ title, path }: { title: string; path: string }) {
  const { search, back } = useBackToList(path);
  useEscapeToList(back);
  const listen = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    back();
  };
  return (
    <Link to={path} search={search} className={css.back ?? ''} onClick={listen}>
      {title}
    </Link>
  );
}

function ObjectMenu<Row extends GridRow>({ row, actions }: { row: Row; actions: readonly RowAction<Row>[] }) {
  const { t } = useTranslation('ui');
  const offered = actions.filter(({ when }) => when?.(row) ?? true);
  if (offered.length === 0) return null;
  return (
    <MenuButton
      label={t('actions')}
      align="end"
      entries={offered.map(({ label, text, icon, danger, run }) => ({
        label,
        icon,
        run: () => run(row),
        ...(text ? { text } : {}),
        ...(danger ? { danger } : {}),
      }))}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="default" size={36} aria-label={t('actions')}>
          <IconDots size={18} />
        </ActionIcon>
      )}
    />
  );
}

/** The page of one object: where it belongs, its name and state, what can be done; tabs at the left, facts at the right. */
export function ObjectPage<Row extends GridRow, Whole extends Row>({
  opened,
  list,
  title,
  icon,
  mark,
  state,
  primary,
  actions = [],
  tabs,
  facts,
  wide = false,
  children,
}: Props<Row, Whole>) {
  const { t } = useTranslation('ui');
  const { row, error } = opened;
  const name = row ? title(row) : null;
  useDocumentTitle(name ?? list.title);
  useLeaving(list.path, opened.id);
  if (error) return <Missing error={error} list={list} retry={opened.retry} />;
  return (
    <article className={css.page} aria-label={name ?? list.title} aria-busy={!row}>
      <header className={css.head} data-above-toasts={0}>
        <nav className={css.trail} aria-label={t('object_trail')}>
          <BackToList {...list} />
          <IconChevronRight size={14} aria-hidden="true" />
        </nav>
        <div className={css.name}>
          {row && icon ? icon(row) : null}
          <h1>{name ?? <span className={css.titleBone}>{list.title}</span>}</h1>
          {row && mark ? mark(row) : null}
          {row && state ? <span className={css.state}>{state(row)}</span> : null}
        </div>
        <div className={css.actions}>
          <Neighbours path={list.path} order={opened.order} id={opened.id} />
          {row ? primary?.(row) : null}
          {row ? <ObjectMenu row={row} actions={actions} /> : null}
        </div>
      </header>
      <div className={css.columns} data-wide={wide || undefined}>
        <section className={css.main} data-surface="card" aria-label={name ?? list.title}>
          <ObjectTabs label={name ?? list.title} tabs={tabs} />
        </section>
        <Facts label={t('object_facts')} facts={facts} />
      </div>
      <Suspense fallback={null}>{children}</Suspense>
    </article>
  );
}

/** An object of another unit is not there, like one that never was. */
function Missing({ error, list, retry }: { error: unknown; list: { title: string; path: string }; retry: () => void }) {
  const { t } = useTranslation('ui');
  const back = (
    <Link to={list.path} className={css.back ?? ''}>
      {t('object_to_list', { list: list.title })}
    </Link>
  );
  if (failureOf(error).status !== 404) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div data-page="object-missing">
      <EmptyState heading="h1" title={t('object_missing')} text={t('object_missing_text')} action={back} />
    </div>
  );
}
