import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileAnalytics, IconHelpCircle, IconUser } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Permission } from '@vitrine/contract/access/permissions.ts';
import type { AccessReason } from '@vitrine/contract/access/reportAccess.ts';
import { exportPermissions, permissions } from '#endpoints/access/permissions.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { list as groupList } from '#endpoints/people/userGroups.ts';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { StatusCell, DateCell, YesNoCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { rowsText } from '#ui/access/rowsText.ts';
import { WhyPanel } from './whyPanel.tsx';

const kinds = { sees: 'success', no_data_rule: 'warning', rule_refused: 'warning', closed: 'error' } as const;
const doors = ['manager', 'membership', 'user_group', 'unit', 'removed'] as const;

function useColumns(): Column<Permission>[] {
  const { t } = useTranslation('reportAccess');
  const door = ({ word, grant }: AccessReason): string[] => {
    if (word === 'manager') return [t('through_manager')];
    if (word === 'removed') return [t('through_removed')];
    if (word !== 'grant_opens' || !grant) return [];
    return [grant.to === 'user_group' ? grant.name : t(`through_${grant.to}`)];
  };
  return [
    { key: 'name', header: t('audit_person'), sort: 'name', cell: ({ name }) => name },
    { key: 'email', header: 'E-mail', hidden: true },
    { key: 'department', header: t('audit_department'), hidden: true, cell: ({ department }) => department ?? '–' },
    { key: 'title', header: t('audit_report'), sort: 'title', cell: ({ title }) => title },
    { key: 'group_name', header: t('audit_group'), hidden: true },
    { key: 'through', header: t('audit_through'), cell: ({ reasons }) => reasons.flatMap(door).join(', ') },
    { key: 'state', header: t('audit_state'), cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell> },
    { key: 'rows', header: t('rows'), cell: (row) => (row.state === 'sees' ? rowsText(t, row) : '–') },
    { key: 'edit', header: t('audit_edit'), hidden: true, cell: ({ edit }) => <YesNoCell value={edit} /> },
    { key: 'ends_on', header: t('audit_until'), cell: ({ ends_on }) => <DateCell value={ends_on} /> },
  ];
}

/** The audit of permissions of the unit. A row opens the explanation. */
export function AuditPage() {
  const { t } = useTranslation('reportAccess');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<Permission>(permissions, {
    name: 'page_permission',
    filters: ['through', 'report_id', 'membership_id', 'user_group_id'],
  });
  const columns = useColumns();
  const { pair, ...rest } = search;
  const [membershipId, reportId] = pair?.split('.') ?? [];
  const groups = useAllRows<UserGroup>(groupList);
  // Filtered to one person or report, with the name and a button to remove the filter.
  const [first] = list.rows ?? [];
  const person = search['membership_id'] ? first : undefined;
  const report = search['report_id'] ? first : undefined;
  const narrow = (to: Record<string, string>) => void navigate({ to: '.', search: { ...rest, page: undefined, ...to } });
  const why = ({ id }: Permission) => void navigate({ to: '.', search: { ...rest, pair: id } });
  const shown = list.rows?.find(({ id }) => id === pair);
  return (
    <ListPage
      title={t('audit')}
      description={t('audit_description')}
      buttons={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => void navigate({ to: '/management/report', search: {} })}
        >
          {t('audit_back')}
        </Button>
      }
      list={list}
      columns={columns}
      filters={[
        { key: 'through', label: t('audit_through'), options: doors.map((value) => ({ value, label: t(`through_${value}`) })) },
        {
          key: 'user_group_id',
          label: t('audit_member_of'),
          options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        ...(person
          ? [{ key: 'membership_id', label: t('audit_person'), options: [{ value: person.membership_id, label: person.name }] }]
          : []),
        ...(report ? [{ key: 'report_id', label: t('audit_report'), options: [{ value: report.report_id, label: report.title }] }] : []),
      ]}
      actions={[
        { key: 'why', label: t('audit_why'), icon: <IconHelpCircle size={16} />, run: why },
        {
          key: 'person',
          label: t('audit_only_person'),
          icon: <IconUser size={16} />,
          run: ({ membership_id }) => narrow({ membership_id }),
        },
        {
          key: 'report',
          label: t('audit_only_report'),
          icon: <IconFileAnalytics size={16} />,
          run: ({ report_id }) => narrow({ report_id }),
        },
      ]}
      exporting={{ endpoint: exportPermissions }}
      onOpen={why}
      empty={{ title: t('audit_empty'), text: t('audit_empty_text') }}
    >
      {membershipId && reportId ? (
        <SidePanel title={shown?.title ?? t('check_title')} onClose={() => void navigate({ to: '.', search: rest })}>
          <WhyPanel reportId={reportId} membershipId={membershipId} />
        </SidePanel>
      ) : null}
    </ListPage>
  );
}
