import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import type { UserRow } from '@vitrine/contract/people/users.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { DateCell, Nothing, RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { PersonCell } from './personCell.tsx';

const stateKinds: Record<UserRow['state'], StatusKind> = {
  active: 'success',
  trial: 'info',
  inactive: 'neutral',
  blocked: 'error',
  deactivated: 'neutral',
};

export function UserState({ state }: Pick<UserRow, 'state'>) {
  const { t } = useTranslation('users');
  return <StatusCell kind={stateKinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

function customText(field: CustomField, value: UserRow['custom'][string] | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 6 });
  return field.type === 'date' ? formatDate(value) : value;
}

/** The address, and whether its mail server refused the last mail, with its own words. */
function MailCell({ row: { email, mail_refusal } }: { row: UserRow }) {
  const { t } = useTranslation('users');
  if (mail_refusal === null) return email;
  return (
    <span title={t('mail_refused_because', { reason: mail_refusal })}>
      {email} <StatusCell kind="error">{t('mail_refused')}</StatusCell>
    </span>
  );
}

/** Columns of the list; rarely needed ones and custom fields are hidden until chosen in the column menu. */
export function useUserColumns(fields: readonly CustomField[]): Column<UserRow>[] {
  const { t } = useTranslation('users');
  return [
    { key: 'name', header: t('name'), sort: 'name', cell: (row) => <PersonCell row={row} /> },
    { key: 'email', header: t('email'), cell: (row) => <MailCell row={row} /> },
    {
      key: 'role',
      header: t('role'),
      sort: 'role',
      cell: (row) => t(`role_${row.role}`),
    },
    { key: 'state', header: t('state'), sort: 'state', cell: (row) => <UserState state={row.state} /> },
    {
      key: 'groups',
      header: t('groups'),
      cell: ({ groups }) => (groups.length > 0 ? groups.map(({ name }) => name).join(', ') : <Nothing />),
    },
    { key: 'department', header: t('department'), hidden: true },
    { key: 'last_access', header: t('last_access'), sort: 'last_access', cell: (row) => <RelativeTimeCell value={row.last_access} /> },
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
