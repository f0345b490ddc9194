import { Select } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { workspaces } from '#endpoints/reports/reportingAccounts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { ErrorState } from '#ui/states.tsx';
import { Waiting } from './registerWaiting.tsx';
import type { Source as From } from './register.ts';
import type { Accounts } from './withAccounts.tsx';
import { WithAccounts } from './withAccounts.tsx';
import css from './register.module.css';

function Workspaces({ account, onChoose }: { account: string; onChoose: (id: string, name: string) => void }) {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useEndpoint(workspaces, { params: { id: account } }, { staleTime: 60_000 });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.data.length === 0) return <p className={css.hint}>{t('no_workspaces')}</p>;
  return (
    <ul className={css.rows} aria-label={t('workspace')}>
      {data.data.map(({ id, name, on_capacity }) => (
        <li key={id}>
          <button type="button" className={css.choice} onClick={() => onChoose(id, name)}>
            <span className={css.name}>{name}</span>
            <span className={css.detail}>{t(on_capacity ? 'on_capacity' : 'not_on_capacity')}</span>
            <IconChevronRight size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

type Props = { onChoose: (source: From, workspace: string) => void };

/** Step 1: account and workspace. A single account is chosen automatically. */
export function RegisterSource({ onChoose }: Props) {
  return <WithAccounts>{(accounts) => <Source accounts={accounts} onChoose={onChoose} />}</WithAccounts>;
}

function Source({ accounts, onChoose }: Props & { accounts: Accounts }) {
  const { t } = useTranslation('reports');
  const [account, setAccount] = useState(accounts[0].id);
  return (
    <div className={css.step}>
      <Select
        label={t('choose_account')}
        data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        value={account}
        onChange={(id) => id && setAccount(id)}
        allowDeselect={false}
      />
      <h3 className={css.heading}>{t('workspace')}</h3>
      <Workspaces key={account} account={account} onChoose={(id, name) => onChoose({ account_id: account, workspace_id: id }, name)} />
    </div>
  );
}
