import { IconArrowRight } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofUserGroup } from '#endpoints/audit/audit.ts';
import { get, list, members, remove } from '#endpoints/people/userGroups.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { DateCell, IdCell, NumberCell, StatusCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { GroupReports } from './groupReports.tsx';
import { GroupSettings } from './groupSettings.tsx';
import { MembersTab } from './membersTab.tsx';

const MigrationPanel = onDemand(async () => (await import('./migrationPanel.tsx')).MigrationPanel);

const listPath = '/group_users';

function useFacts(row: UserGroup | undefined): Fact[] {
  const { t } = useTranslation('userGroups');
  const of = (read: (group: UserGroup) => Fact['value']) => (row ? read(row) : undefined);
  const rights = (group: UserGroup) =>
    (['refresh_datasets', 'create_notifications'] as const).flatMap((name) => (group[name] ? [t(name)] : [])).join(', ');
  return [
    { label: t('group_description'), value: of(({ description }) => description || null) },
    { label: t('members'), value: of(({ member_count }) => <NumberCell value={member_count} />) },
    { label: t('reports'), value: of(({ report_count }) => <NumberCell value={report_count} />) },
    { label: t('ends_on'), value: of(({ ends_on }) => (ends_on ? <DateCell value={ends_on} /> : t('no_end'))) },
    { label: t('rights'), value: of((group) => rights(group) || null) },
  ];
}

/** `/group_users/<id>`: one user group. */
export function GroupPage() {
  const { t } = useTranslation(['userGroups', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<UserGroup, UserGroup>({ get, list }, id);
  const { row: group, whole } = opened;
  const mayReadLog = verdictOn('audit', useViewer()) === 'open';
  const history = useHistory(ofUserGroup, id, mayReadLog);
  const historyFacts = useHistoryFacts(history, mayReadLog, group);
  const [migrating, setMigrating] = useState(false);
  const changed = () => stale(list, get, members, ofUserGroup);
  const removal = useRemoval<UserGroup>({
    endpoint: remove,
    nameOf: ({ name }) => name,
    done: (name) => t('removed', { name }),
    losses: ({ member_count }) => ({ goes: t('remove_goes'), stays: t('remove_stays', { count: member_count }) }),
    onRemoved: async () => {
      await navigate({ to: listPath });
      await stale(list);
    },
  });
  const actions: RowAction<UserGroup>[] = [
    { key: 'migrate', label: t('migrate'), icon: <IconArrowRight size={16} />, when: ({ can }) => can.edit, run: () => setMigrating(true) },
    removal.action,
  ];
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: listPath }}
      title={({ name }) => name}
      state={({ ended, is_default }) =>
        ended ? (
          <StatusCell kind="error">{t('ended')}</StatusCell>
        ) : is_default ? (
          <StatusCell kind="info">{t('is_default')}</StatusCell>
        ) : null
      }
      actions={actions}
      tabs={[
        { name: 'members', content: group ? <MembersTab group={group} onChanged={() => void changed()} /> : null },
        { name: 'access', content: group ? <GroupReports key={id} group={group} /> : null },
        // A form starts with current data, not with a row of a list.
        { name: 'settings', content: whole ? <GroupSettings key={id} group={whole} onSaved={() => void changed()} /> : null },
        ...(mayReadLog ? [{ name: 'history' as const, content: <HistoryTab history={history} own={['user_group']} /> }] : []),
      ]}
      facts={[...useFacts(group), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {migrating && group ? <MigrationPanel group={group} onDone={() => void changed()} onClose={() => setMigrating(false)} /> : null}
      {removal.dialog}
    </ObjectPage>
  );
}
