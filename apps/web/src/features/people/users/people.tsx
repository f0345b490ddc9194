import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { list as groupList } from '#endpoints/people/userGroups.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import { list as fieldList } from '#endpoints/people/customFields.ts';
import type { UserRow } from '@vitrine/contract/people/users.ts';
import { exportList, get, list as listEndpoint, surroundings } from '#endpoints/people/users.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import type { Filter, Selection } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { SeatsCard, SeatsPlace } from '#ui/seats/seatsCard.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { usePanels } from '#ui/resource/usePanels.ts';
import { onDemand } from '#ui/onDemand.tsx';
import type { BulkWish } from './bulkResult.ts';
import { useBulkActions, useUserActions } from './userActions.tsx';
import { useUserColumns } from './userColumns.tsx';
import type { UserWish } from './wishDialog.tsx';

const NewUserPanel = onDemand(async () => (await import('./newUserPanel.tsx')).NewUserPanel);
const WishDialog = onDemand(async () => (await import('./wishDialog.tsx')).WishDialog);
const BulkDialog = onDemand(async () => (await import('./bulkDialog.tsx')).BulkDialog);

const filterKeys = ['role', 'state', 'user_group_id', 'department', 'not_signed_in', 'mail', 'reads', 'licence', 'ends', 'custom'];
function useFilters(
  groups: readonly UserGroup[],
  departments: readonly string[],
  fields: readonly CustomField[],
  set: Readonly<Record<string, string>>,
): Filter[] {
  const { t } = useTranslation('users');
  // Options as filters, and for every field whether it has a value.
  const values = fields.flatMap(({ id, name, options }) => [
    ...options.map((option) => ({ value: `${id}:${option}`, label: `${name}: ${option}` })),
    { value: id, label: t('field_filled', { name }) },
    { value: `!${id}`, label: t('field_empty', { name }) },
  ]);
  // What the figures of the start page counted: told where one comes from there, and not offered besides.
  const counted = [
    { key: 'reads', label: t('reads'), options: [{ value: 'week', label: t('reads_week') }] },
    { key: 'licence', label: t('licence'), options: [{ value: 'used', label: t('licence_used') }] },
    { key: 'ends', label: t('ends'), options: [{ value: 'soon', label: t('ends_soon') }] },
  ];
  return [
    { key: 'role', label: t('role'), options: (['admin', 'user'] as const).map((role) => ({ value: role, label: t(`role_${role}`) })) },
    {
      key: 'state',
      label: t('state'),
      options: (['active', 'inactive', 'blocked', 'deactivated'] as const).map((state) => ({ value: state, label: t(`state_${state}`) })),
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
    { key: 'mail', label: t('email'), options: [{ value: 'refused', label: t('mail_refused') }] },
    ...counted.filter(({ key }) => key in set),
    ...(values.length > 0 ? [{ key: 'custom', label: t('other_fields'), options: values }] : []),
  ];
}

/** The list of people, each with a page; beside it `?user=new`, and `?user=new&clone=<id>`. */
export function People({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const openPage = useOpenObject('/user');
  const stale = useStale();
  const list = useList<UserRow>(listEndpoint, { name: 'page_user', filters: filterKeys });
  const groups = useAllRows<UserGroup>(groupList);
  const fields = useAllRows<CustomField>(fieldList);
  const active = (fields.data ?? []).filter((field) => field.active);
  const around = useEndpoint(surroundings, {}).data;
  const [wish, setWish] = useState<UserWish | null>(null);
  const [bulk, setBulk] = useState<{ action: BulkWish; selection: Selection } | null>(null);

  const { opened, show, close } = usePanels('user', 'clone');
  const { user, clone } = opened;
  const changed = () => stale(listEndpoint, get, surroundings, groupList);
  const columns = useUserColumns(active);
  const actions = useUserActions({
    edit: ({ id }) => openPage(id),
    clone: (row) => show({ user: 'new', clone: row.id }),
    wish: setWish,
  });
  const bulkActions = useBulkActions((action, selection) => setBulk({ action, selection }), (groups.data ?? []).length > 0);

  const importButton = (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} />}
      onClick={() => void navigate({ to: '.', search: { import: 'new' } })}
    >
      {t('import')}
    </Button>
  );
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      buttons={importButton}
      tabs={
        <>
          {tabs}
          {around ? <SeatsCard seats={around.seats} /> : <SeatsPlace />}
        </>
      }
      list={list}
      columns={columns}
      filters={useFilters(groups.data ?? [], around?.departments ?? [], active, list.view.state.filters)}
      add={{ label: t('add'), run: () => show({ user: 'new' }) }}
      actions={actions}
      bulkActions={bulkActions}
      linkOf={({ id }) => objectPath('/user', id)}
      exporting={{ endpoint: exportList }}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {user === 'new' ? (
        <NewUserPanel
          key={clone}
          cloneOf={clone}
          groups={groups.data ?? []}
          fields={active}
          mayGrantAdmin={around?.may_grant_admin ?? false}
          seats={around?.seats ?? null}
          onChanged={() => void changed()}
          onClose={close}
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
            bulk.selection.clear();
            await changed();
          }}
          onClose={() => setBulk(null)}
        />
      ) : null}
    </ListPage>
  );
}
