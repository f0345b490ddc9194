import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { list as groupList } from '@vitrine/contract/features/userGroups.ts';
import type { UserGroup } from '@vitrine/contract/features/userGroups.ts';
import type { CustomField } from '@vitrine/contract/features/customFields.ts';
import { list as fieldList } from '@vitrine/contract/features/customFields.ts';
import type { UserRow } from '@vitrine/contract/features/users.ts';
import { exportList, get, list as listEndpoint, surroundings } from '@vitrine/contract/features/users.ts';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '../../core/allRows.ts';
import { formatNumber } from '../../core/formats.ts';
import { useEndpoint, useStale } from '../../core/query.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Filter, Selection } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import type { BulkWish } from './bulkDialog.tsx';
import { useBulkActions, useUserActions } from './userActions.tsx';
import { useUserColumns } from './userColumns.tsx';
import type { UserWish } from './wishDialog.tsx';

const UserPanel = lazy(async () => ({ default: (await import('./userPanel.tsx')).UserPanel }));
const WishDialog = lazy(async () => ({ default: (await import('./wishDialog.tsx')).WishDialog }));
const BulkDialog = lazy(async () => ({ default: (await import('./bulkDialog.tsx')).BulkDialog }));

const filterKeys = ['role', 'state', 'user_group_id', 'department', 'not_signed_in', 'custom'];
function useFilters(groups: readonly UserGroup[], departments: readonly string[], fields: readonly CustomField[]): Filter[] {
  const { t } = useTranslation('users');
  // What can be chosen, and of every field whether it is filled in.
  const values = fields.flatMap(({ id, name, options }) => [
    ...options.map((option) => ({ value: `${id}:${option}`, label: `${name}: ${option}` })),
    { value: id, label: t('field_filled', { name }) },
    { value: `!${id}`, label: t('field_empty', { name }) },
  ]);
  return [
    { key: 'role', label: t('role'), options: (['admin', 'user'] as const).map((role) => ({ value: role, label: t(`role_${role}`) })) },
    {
      key: 'state',
      label: t('state'),
      options: (['A', 'I', 'B', 'D'] as const).map((state) => ({ value: state, label: t(`state_${state}`) })),
    },
    ...(groups.length > 0
      ? [{ key: 'user_group_id', label: t('group'), options: groups.map(({ id, name }) => ({ value: id, label: name })) }]
      : []),
    ...(departments.length > 0
      ? [{ key: 'department', label: t('department'), options: departments.map((name) => ({ value: name, label: name })) }]
      : []),
    {
      key: 'not_signed_in',
      label: t('last_access'),
      options: (['ever', '30', '90'] as const).map((value) => ({ value, label: t(`not_signed_in_${value}`) })),
    },
    ...(values.length > 0 ? [{ key: 'custom', label: t('other_fields'), options: values }] : []),
  ];
}

/** The list of people, and what is open beside it: `?user=new`, `?user=<id>`, `?user=new&clone=<id>`. */
export function People({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['users', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<UserRow>(listEndpoint, { name: 'page_user', filters: filterKeys });
  const groups = useAllRows<UserGroup>(groupList);
  const fields = useAllRows<CustomField>(fieldList);
  const active = (fields.data ?? []).filter((field) => field.active);
  const around = useEndpoint(surroundings, {}).data;
  const [wish, setWish] = useState<UserWish | null>(null);
  const [bulk, setBulk] = useState<{ action: BulkWish; selection: Selection } | null>(null);
  // A new grid has nothing selected.
  const [epoch, setEpoch] = useState(0);

  const { user, clone, part, ...rest } = search;
  const show = (panel: Record<string, string>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  const add = () => show({ user: 'new' });
  useShortcuts({ n: add });
  const changed = () => stale(listEndpoint, get, surroundings, groupList);
  const columns = useUserColumns(active);
  const actions = useUserActions({
    edit: (row) => show({ user: row.id }),
    clone: (row) => show({ user: 'new', clone: row.id }),
    wish: setWish,
  });
  const bulkActions = useBulkActions((action, selection) => setBulk({ action, selection }), (groups.data ?? []).length > 0);

  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={add}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          around ? t('seats', { used: formatNumber(around.seats.used), limit: formatNumber(around.seats.limit) }) : t('description')
        }
      >
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} />}
          onClick={() => void navigate({ to: '.', search: { import: 'new' } })}
        >
          {t('import')}
        </Button>
        {addButton}
      </PageHeader>
      {tabs}
      <DataGrid
        key={`${epoch} ${fields.data ? 'fields' : ''}`}
        label={t('title')}
        list={list}
        columns={columns}
        filters={useFilters(groups.data ?? [], around?.departments ?? [], active)}
        actions={actions}
        bulkActions={bulkActions}
        onOpen={(row) => show({ user: row.id })}
        exporting={{ endpoint: exportList }}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: addButton }}
      />
      <Suspense fallback={null}>
        {user ? (
          <UserPanel
            key={`${user} ${clone ?? ''}`}
            id={user === 'new' ? null : user}
            cloneOf={clone}
            tab={part}
            onTab={(tab) => show({ user, ...(tab === 'data' ? {} : { part: tab }) })}
            groups={groups.data ?? []}
            fields={active}
            mayGrantAdmin={around?.may_grant_admin ?? false}
            onChanged={() => void changed()}
            onClose={() => show({})}
          />
        ) : null}
        {wish ? <WishDialog wish={wish} onDone={changed} onClose={() => setWish(null)} /> : null}
        {bulk && list.meta ? (
          <BulkDialog
            action={bulk.action}
            selection={bulk.selection}
            state={list.view.state}
            total={list.meta.total}
            capped={list.meta.total_is_capped}
            groups={groups.data ?? []}
            onDone={async () => {
              setEpoch(epoch + 1);
              await changed();
            }}
            onClose={() => setBulk(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
