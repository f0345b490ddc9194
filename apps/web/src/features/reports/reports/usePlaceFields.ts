import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { list as groupList, subgroups } from '#endpoints/reports/reportGroups.ts';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { useEndpoint } from '#platform/query.ts';
import type { Field } from '#ui/form/types.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Fields for group and subgroup of a report. Hidden for the operator, who has no groups. */
export function usePlaceFields(groupId: string, enabled = true): Field[] {
  const { t } = useTranslation('reports');
  const groups = useAllRows<ReportGroup>(groupList, { enabled });
  const within = useEndpoint(subgroups, { params: { id: groupId || nobody } }, { enabled: enabled && groupId !== '' });
  const ofGroup = within.data?.data.filter(({ group_id }) => group_id === groupId) ?? [];
  return [
    {
      kind: 'select',
      name: 'group_id',
      label: t('group'),
      required: true,
      options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      kind: 'select',
      name: 'subgroup_id',
      label: t('subgroup'),
      placeholder: t('no_subgroup'),
      clearable: true,
      disabled: ofGroup.length === 0,
      options: ofGroup.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
}
