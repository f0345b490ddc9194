import type { CustomField } from '@vitrine/contract/features/customFields.ts';
import type { UserRow } from '@vitrine/contract/features/users.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../core/formats.ts';
import type { StatusKind } from '../../core/ui/cells.tsx';
import { DateCell, Nothing, RelativeTimeCell, StatusCell } from '../../core/ui/cells.tsx';
import type { Column } from '../../core/ui/grid/types.ts';
import { PersonCell } from './personCell.tsx';

export const stateKinds: Record<UserRow['state'], StatusKind> = { A: 'success', T: 'info', I: 'neutral', B: 'error', D: 'neutral' };

function customText(field: CustomField, value: UserRow['custom'][string] | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 6 });
  return field.type === 'date' ? formatDate(value) : value;
}

/** Columns of the list; those that few ask for, and the unit's own fields, wait in the column menu. */
export function useUserColumns(fields: readonly CustomField[]): Column<UserRow>[] {
  const { t } = useTranslation('users');
  return [
    { key: 'name', header: t('name'), sort: 'name', cell: (row) => <PersonCell row={row} /> },
    { key: 'email', header: t('email') },
    {
      key: 'role',
      header: t('role'),
      cell: (row) => t(`role_${row.role}`),
    },
    { key: 'state', header: t('state'), cell: (row) => <StatusCell kind={stateKinds[row.state]}>{t(`state_${row.state}`)}</StatusCell> },
    {
      key: 'groups',
      header: t('groups'),
      cell: ({ groups }) => (groups.length > 0 ? groups.map(({ name }) => name).join(', ') : <Nothing />),
    },
    { key: 'department', header: t('department'), hidden: true },
    { key: 'last_access', header: t('last_access'), cell: (row) => <RelativeTimeCell value={row.last_access} /> },
    { key: 'phone', header: t('phone'), hidden: true },
    { key: 'language', header: t('language'), hidden: true },
    { key: 'created_at', header: t('created_at'), sort: 'created_at', hidden: true, cell: (row) => <DateCell value={row.created_at} /> },
    ...fields.map((field): Column<UserRow> => ({
      key: `custom:${field.id}`,
      header: field.name,
      hidden: true,
      cell: (row) => customText(field, row.custom[field.id]) || <Nothing />,
    })),
  ];
}
