import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ofUser } from '#endpoints/audit/audit.ts';
import { list as fieldList } from '#endpoints/people/customFields.ts';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import { list as groupList } from '#endpoints/people/userGroups.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { get, list, reports, surroundings } from '#endpoints/people/users.ts';
import type { User, UserRow } from '@vitrine/contract/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useAllRows } from '#platform/allRows.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { IdCell, RelativeTimeCell } from '#ui/cells.tsx';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { Avatar } from './personCell.tsx';
import { ReportsTab } from './reportsTab.tsx';
import { UnitsTab } from './unitsTab.tsx';
import { useUserActions } from './userActions.tsx';
import { UserState } from './userColumns.tsx';
import { UserForm } from './userForm.tsx';
import type { UserWish } from './wishDialog.tsx';

const WishDialog = onDemand(async () => (await import('./wishDialog.tsx')).WishDialog);

/** Groups lead to their pages. */
function Groups({ groups }: { groups: UserRow['groups'] }) {
  return (
    <ul>
      {groups.map(({ id, name }) => (
        <li key={id}>
          <Link to={objectPath('/group_users', id)}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

function useFacts(row: UserRow | undefined): Fact[] {
  const { t } = useTranslation(['users', 'ui']);
  const of = (read: (user: UserRow) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t('email'), value: of(({ email }) => email) },
    { label: t('role'), value: of(({ role }) => t(`role_${role}`)) },
    { label: t('groups'), value: of(({ groups }) => (groups.length > 0 ? <Groups groups={groups} /> : '–')) },
    { label: t('department'), value: of(({ department }) => department || null) },
    {
      label: t('last_access'),
      value: of(({ last_access }) => (last_access ? <RelativeTimeCell value={last_access} /> : t('never_signed_in'))),
    },
  ];
}

/** `/user/<id>`: one person of the unit. */
export function UserPage() {
  const { t } = useTranslation(['users', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<UserRow, User>({ get, list }, id);
  const user = opened.whole;
  const groups = useAllRows<UserGroup>(groupList);
  const fields = useAllRows<CustomField>(fieldList);
  const around = useEndpoint(surroundings, {}).data;
  const mayReadLog = verdictOn('audit', useViewer()) === 'open';
  const history = useHistory(ofUser, id, mayReadLog);
  const historyFacts = useHistoryFacts(history, mayReadLog, opened.row);
  const [wish, setWish] = useState<UserWish | null>(null);
  const changed = () => stale(list, get, surroundings, groupList, ofUser, reports);
  const actions = useUserActions({
    clone: (row) => void navigate({ to: '/user', search: { user: 'new', clone: row.id } }),
    wish: setWish,
  });
  // The form is drawn once with everything that it needs: what comes later would move it.
  const ready = user && groups.data && fields.data && around;
  const idFact = { label: t('ui:object_id'), value: <IdCell value={id} /> };
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: '/user' }}
      title={({ name }) => name}
      icon={(row) => <Avatar row={row} />}
      state={(row) => <UserState state={row.state} />}
      primary={(row) =>
        row.can.edit && !row.own && (row.state === 'blocked' || row.state === 'inactive' || row.state === 'deactivated') ? (
          <Button onClick={() => setWish({ kind: 'active', row })}>{t('do_active')}</Button>
        ) : null
      }
      actions={actions}
      tabs={[
        {
          name: 'profile',
          content: ready ? (
            <UserForm
              key={id}
              user={user}
              template={null}
              groups={groups.data ?? []}
              fields={(fields.data ?? []).filter(({ active }) => active)}
              mayGrantAdmin={around.may_grant_admin}
              onSaved={() => void changed()}
            />
          ) : null,
        },
        { name: 'access', content: opened.row ? <ReportsTab key={id} user={opened.row} /> : null },
        { name: 'units', content: <UnitsTab userId={id} onChanged={() => void changed()} /> },
        ...(mayReadLog ? [{ name: 'history' as const, content: <HistoryTab history={history} own={['membership', 'person']} /> }] : []),
      ]}
      facts={[...useFacts(opened.row), ...historyFacts, idFact]}
    >
      {wish ? (
        <WishDialog
          wish={wish}
          onDone={async () => {
            if (wish.kind === 'erase') await navigate({ to: '/user' });
            await changed();
          }}
          onClose={() => setWish(null)}
        />
      ) : null}
    </ObjectPage>
  );
}
