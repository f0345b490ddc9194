import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAny } from '../../http.ts';
import { useStale } from '../../query.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { RowAction } from '../grid/types.ts';
import { useList } from '../grid/useList.ts';
import { useNamedRow } from '../grid/useNamedRow.ts';
import { PageHeader } from '../PageHeader.tsx';
import type { Resource, ResourceRow } from './types.ts';

const ResourcePanel = lazy(async () => ({ default: (await import('./ResourcePanel.tsx')).ResourcePanel }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../ConfirmDelete.tsx')).ConfirmDelete }));

/** The screen of a `Resource`. What is being added or edited stands in the address (`?edit=new`, `?edit=<id>`). */
export function ResourcePage<Row extends ResourceRow>({ resource }: { resource: Resource<Row> }) {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList(resource.list, { name: resource.name, filters: resource.filters?.map((filter) => filter.key) ?? [] });
  const [removing, setRemoving] = useState<Row | null>(null);

  const { form, remove } = resource;
  const edit = (target: string | undefined) => void navigate({ to: '.', search: { ...search, edit: target } });
  const editing = useNamedRow(list.rows, resource.get, search['edit']);
  const open = (row: Row) => {
    if (resource.open) void navigate({ to: resource.open(row) });
    else if (form && row.can.edit) edit(row.id);
  };
  const add = form ? () => edit('new') : undefined;
  useShortcuts(add ? { n: add } : {});

  const actions: RowAction<Row>[] = [
    ...(form
      ? [
          {
            key: 'edit',
            label: t('edit'),
            icon: <IconPencil size={16} />,
            shortcut: 'e',
            when: (row: Row) => row.can.edit,
            run: (row: Row) => edit(row.id),
          },
        ]
      : []),
    ...(resource.actions ?? []),
    ...(remove
      ? [
          {
            key: 'remove',
            label: t('delete'),
            icon: <IconTrash size={16} />,
            danger: true,
            when: (row: Row) => row.can.remove,
            run: setRemoving,
          },
        ]
      : []),
  ];
  const addButton = add ? (
    <Button leftSection={<IconPlus size={16} />} onClick={add}>
      {form?.addLabel}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={resource.title} {...(resource.description ? { description: resource.description } : {})}>
        {addButton}
      </PageHeader>
      <DataGrid
        label={resource.title}
        list={list}
        columns={resource.columns}
        filters={resource.filters ?? []}
        actions={actions}
        onOpen={open}
        empty={{ ...resource.empty, action: addButton }}
      />
      <Suspense fallback={null}>
        {form && (search['edit'] === 'new' || editing) ? (
          <ResourcePanel
            key={editing?.id ?? 'new'}
            title={editing ? form.editLabel : form.addLabel}
            fields={form.fields(editing ?? null)}
            initial={form.values(editing ?? null)}
            toBody={(values) => form.toBody?.(values, editing ?? null) ?? values}
            endpoint={editing ? form.update : form.add}
            row={editing ?? null}
            onSaved={() => void stale(resource.list, resource.get)}
            onClose={() => edit(undefined)}
          />
        ) : null}
        {remove && removing ? (
          <ConfirmDelete
            name={remove.nameOf(removing)}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await callAny(remove.endpoint, { params: { id: removing.id } });
              await stale(resource.list);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
