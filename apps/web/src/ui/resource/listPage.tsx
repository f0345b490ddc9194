import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { useShortcuts } from '#platform/shortcuts.ts';
import type { DataGridProps } from '#ui/grid/dataGrid.tsx';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { GridRow } from '#ui/grid/types.ts';
import { PageHeader } from '#ui/pageHeader.tsx';

type Props<Row extends GridRow> = Omit<DataGridProps<Row>, 'label'> & {
  title: string;
  description?: string;
  /** What the table is called, where that is not the title. */
  label?: string;
  /** How a row is added: by the button, by the key N, and from the empty list. `otherWays` stand before the button. */
  add?: { label: string; run: () => void; otherWays?: ReactNode };
  /** What else the page can do, before the button to add. */
  buttons?: ReactNode;
  /** Tabs between the title and the list. */
  tabs?: ReactNode;
  /** The panels that stand open beside the list; they may come later. */
  children?: ReactNode;
};

const noKeys = {};

/** A page that is a list: its title, how something is added, its rows, and what is open beside them. */
export function ListPage<Row extends GridRow>({ title, description, label, add, buttons, tabs, empty, children, ...grid }: Props<Row>) {
  // Nearly everybody who sees a list to add to may do so: the button does not wait for the answer that says it.
  const offered = grid.list.can?.add === false ? undefined : add;
  useShortcuts(offered ? { n: offered.run } : noKeys);
  const addButtons = offered ? (
    <>
      {offered.otherWays}
      <Button leftSection={<IconPlus size={16} />} onClick={offered.run}>
        {offered.label}
      </Button>
    </>
  ) : null;
  return (
    <>
      <PageHeader title={title} {...(description ? { description } : {})}>
        {buttons || addButtons ? (
          <>
            {buttons}
            {addButtons}
          </>
        ) : null}
      </PageHeader>
      {tabs}
      <DataGrid {...grid} label={label ?? title} empty={{ action: addButtons, ...empty }} />
      <Suspense fallback={null}>{children}</Suspense>
    </>
  );
}
