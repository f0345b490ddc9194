import { IconWorld } from '@tabler/icons-react';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import { get, list as listEndpoint, remove } from '#endpoints/people/customFields.ts';
import type { ReactNode } from 'react';

import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { IconCell, Nothing, NumberCell, StatusCell, YesNoCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { onDemand } from '#ui/onDemand.tsx';

const FieldPanel = onDemand(async () => (await import('./fieldPanel.tsx')).FieldPanel);

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

/** The first options and the number of others. */
const shortly = (options: readonly string[]): string =>
  options.slice(0, 2).join(', ') + (options.length > 2 ? ` +${options.length - 2}` : '');

/** The unit's custom fields, with the partner's global ones. */
export function CustomFields({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('users');
  const stale = useStale();
  const list = useList(listEndpoint, { name: 'page_custom_field' });
  const { opened, show, close } = usePanels('field');
  const edited = useNamedRow(list.rows, get, opened.field) ?? null;
  const changed = () => stale(listEndpoint, get);
  const edit = useRowActions().edit<CustomField>(({ id }) => show({ field: id }));
  const removal = useRemoval<CustomField>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('field_removed', { name }),
    losses: ({ value_count }) => ({ goes: t('remove_field_goes', { count: value_count }), stays: t('remove_field_stays') }),
    onRemoved: changed,
  });
  return (
    <ListPage
      title={t('title')}
      description={t('custom_fields_text')}
      label={t('custom_fields')}
      tabs={tabs}
      list={list}
      columns={useFieldColumns()}
      add={{ label: t('add_field'), run: () => show({ field: 'new' }) }}
      actions={[edit, removal.action]}
      onOpen={({ id, can }) => can.edit && show({ field: id })}
      empty={{ title: t('fields_empty_title'), text: t('fields_empty_text') }}
    >
      {opened.field === 'new' || edited ? (
        <FieldPanel
          key={edited?.id ?? 'new'}
          field={edited}
          mayBeGlobal={list.can?.add_global ?? false}
          onSaved={() => void changed()}
          onClose={close}
        />
      ) : null}
      {removal.dialog}
    </ListPage>
  );
}
