import { IconPlugConnected } from '@tabler/icons-react';
import { wakings } from '@vitrine/contract/datasets/capacityResume.ts';
import type { ReportingAccount } from '@vitrine/contract/reports/reportingAccounts.ts';
import { add, get, list, remove, test, update } from '@vitrine/contract/reports/reportingAccounts.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { DateCell, IdCell, NumberCell, StatusCell } from '#ui/cells.tsx';
import type { Values } from '#ui/form/types.ts';
import type { Column } from '#ui/grid/types.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ResourcePage } from '#ui/resource/resourcePage.tsx';
import type { Resource } from '#ui/resource/types.ts';
import { accountBody } from './accountBody.ts';

const valuesOf = (account: ReportingAccount | null): Values => ({
  name: account?.name ?? '',
  application_id: account?.application_id ?? '',
  directory_id: account?.directory_id ?? '',
  secret_value: '',
  secret_expires_on: account?.secret_expires_on ?? '',
  object_id: account?.object_id ?? '',
  subscription_id: account?.subscription_id ?? '',
  waking: account?.waking ?? 'administrators',
});

function useAccountColumns(): Column<ReportingAccount>[] {
  const { t } = useTranslation('reportingAccounts');
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'application_id', header: t('application_id'), cell: (row) => <IdCell value={row.application_id} /> },
    { key: 'directory_id', header: t('directory_id'), cell: (row) => <IdCell value={row.directory_id} /> },
    {
      key: 'has_secret_value',
      header: t('secret'),
      cell: (row) => (
        <StatusCell kind={row.has_secret_value ? 'success' : 'warning'}>
          {row.has_secret_value ? t('secret_stored') : t('secret_missing')}
        </StatusCell>
      ),
    },
    { key: 'secret_expires_on', header: t('secret_expires_on'), cell: (row) => <DateCell value={row.secret_expires_on} /> },
    { key: 'report_count', header: t('report_count'), align: 'end', cell: (row) => <NumberCell value={row.report_count} /> },
  ];
}

const MyPowerbi = onDemand(async () => (await import('./myPowerbi.tsx')).MyPowerbi);

/** `/powerbi`: the accounts; for readers, who have none, what they may start or have refreshed. */
export const Powerbi = () => (useRole() === 'user' ? <MyPowerbi /> : <ReportingAccounts />);

/** Power BI accounts (service principals). Their secrets are write-only. */
function ReportingAccounts() {
  const { t } = useTranslation('reportingAccounts');

  const tryOut = async ({ id, name }: ReportingAccount) => {
    toast.info(t('test_running', { name }), { lastsMs: 2000 });
    try {
      const { workspaces } = await call(test, { params: { id } });
      const text = t('test_success', { name, count: workspaces });
      if (workspaces > 0) toast.success(text);
      else toast.warning(text);
    } catch (error) {
      toast.failure(error);
    }
  };

  const resource: Resource<ReportingAccount> = {
    name: 'page_reporting_account',
    title: t('title'),
    description: t('description'),
    list,
    get,
    columns: useAccountColumns(),
    filters: [{ key: 'secret', label: t('secret'), options: [{ value: 'ending', label: t('secret_ending') }] }],
    actions: [
      {
        key: 'test',
        label: t('test'),
        icon: <IconPlugConnected size={16} />,
        shortcut: 't',
        when: (row) => row.can.edit,
        run: (row) => void tryOut(row),
      },
    ],
    form: {
      addLabel: t('add'),
      editLabel: t('edit'),
      fields: (row) => [
        { kind: 'text', name: 'name', label: t('name'), required: true },
        { kind: 'text', name: 'application_id', label: t('application_id'), description: t('application_id_hint'), required: true },
        { kind: 'text', name: 'directory_id', label: t('directory_id'), description: t('directory_id_hint'), required: true },
        {
          kind: 'secret',
          name: 'secret_value',
          label: t('secret_value'),
          description: t('secret_value_hint'),
          required: !row?.has_secret_value,
          stored: row?.has_secret_value ?? false,
        },
        {
          kind: 'date',
          name: 'secret_expires_on',
          label: t('secret_expires_on'),
          description: t('secret_expires_on_hint'),
          ends: true,
        },
        { kind: 'text', name: 'object_id', label: t('object_id'), description: t('object_id_hint') },
        { kind: 'text', name: 'subscription_id', label: t('subscription_id'), description: t('subscription_id_hint') },
        {
          kind: 'choice',
          name: 'waking',
          label: t('waking'),
          description: t('waking_hint'),
          options: wakings.map((value) => ({ value, label: t(`waking_${value}`) })),
        },
      ],
      values: valuesOf,
      toBody: accountBody,
      done: (row) => t(row ? 'saved' : 'added'),
      add,
      update,
    },
    remove: {
      endpoint: remove,
      nameOf: (row) => row.name,
      done: (name) => t('removed', { name }),
      losses: () => ({ goes: t('remove_goes'), stays: t('remove_stays') }),
    },
    empty: { title: t('empty_title'), text: t('empty_text') },
  };
  return <ResourcePage resource={resource} />;
}
