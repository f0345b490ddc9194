import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CustomField } from '@vitrine/contract/features/customFields.ts';
import { get, list as listEndpoint, remove } from '@vitrine/contract/features/customFields.ts';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../core/http.ts';
import { useStale } from '../../../core/query.ts';
import { useShortcuts } from '../../../core/shortcuts.ts';
import { IconCell, Nothing, NumberCell, StatusCell, YesNoCell } from '../../../core/ui/cells.tsx';
import { DataGrid } from '../../../core/ui/grid/DataGrid.tsx';
import type { Column, RowAction } from '../../../core/ui/grid/types.ts';
import { useList } from '../../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../../core/ui/grid/useNamedRow.ts';
import { PageHeader } from '../../../core/ui/PageHeader.tsx';

const FieldPanel = lazy(async () => ({ default: (await import('./fieldPanel.tsx')).FieldPanel }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

function useFieldColumns(): Column<CustomField>[] {
  const { t } = useTranslation('users');
  return [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      cell: (row) =>
        row.is_global ? <IconCell icon={<IconWorld size={16} aria-label={t('is_global')} />}>{row.name}</IconCell> : row.name,
    },
    { key: 'type', header: t('field_type'), cell: (row) => t(`type_${row.type}`) },
    { key: 'options', header: t('options'), cell: ({ options }) => (options.length > 0 ? shortly(options) : <Nothing />) },
    { key: 'required', header: t('required'), cell: (row) => <YesNoCell value={row.required} /> },
    { key: 'searchable', header: t('searchable'), cell: (row) => <YesNoCell value={row.searchable} /> },
    { key: 'in_registration', header: t('in_registration'), cell: (row) => <YesNoCell value={row.in_registration} /> },
    { key: 'value_count', header: t('value_count'), align: 'end', cell: (row) => <NumberCell value={row.value_count} /> },
    {
      key: 'active',
      header: t('state'),
      cell: (row) => <StatusCell kind={row.active ? 'success' : 'neutral'}>{t(row.active ? 'field_on' : 'field_off')}</StatusCell>,
    },
  ];
}

/** A few of them, and how many more: the form shows all. */
const shortly = (options: readonly string[]): string =>
  options.slice(0, 2).join(', ') + (options.length > 2 ? ` +${options.length - 2}` : '');

/** Fields of the unit's own; global ones are the partner's. */
export function CustomFields({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['users', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<CustomField>(listEndpoint, { name: 'page_custom_field' });
  const [removing, setRemoving] = useState<CustomField | null>(null);
  const { field: opened, ...rest } = search;
  const show = (field?: string) => void navigate({ to: '.', search: field ? { ...rest, field } : rest });
  useShortcuts({ n: () => show('new') });
  const changed = () => stale(listEndpoint, get);
  const edited = useNamedRow(list.rows, get, opened) ?? null;

  const actions: RowAction<CustomField>[] = [
    {
      key: 'edit',
      label: t('ui:edit'),
      icon: <IconPencil size={16} />,
      shortcut: 'e',
      when: (row) => row.can.edit,
      run: (row) => show(row.id),
    },
    { key: 'remove', label: t('ui:delete'), icon: <IconTrash size={16} />, danger: true, when: (row) => row.can.remove, run: setRemoving },
  ];
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show('new')}>
      {t('add_field')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('custom_fields_text')}>
        {addButton}
      </PageHeader>
      {tabs}
      <DataGrid
        label={t('custom_fields')}
        list={list}
        columns={useFieldColumns()}
        actions={actions}
        onOpen={(row) => row.can.edit && show(row.id)}
        empty={{ title: t('fields_empty_title'), text: t('fields_empty_text'), action: addButton }}
      />
      <Suspense fallback={null}>
        {opened === 'new' || edited ? (
          <FieldPanel key={edited?.id ?? 'new'} field={edited} onSaved={() => void changed()} onClose={() => show()} />
        ) : null}
        {removing ? (
          <ConfirmDelete
            name={removing.name}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(remove, { params: { id: removing.id } });
              await changed();
            }}
          >
            <p>{t('remove_field_text', { count: removing.value_count })}</p>
          </ConfirmDelete>
        ) : null}
      </Suspense>
    </>
  );
}
