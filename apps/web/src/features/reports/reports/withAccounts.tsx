import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReportingAccount } from '@vitrine/contract/reports/reportingAccounts.ts';
import { list } from '#endpoints/reports/reportingAccounts.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Waiting } from './registerWaiting.tsx';

export type Accounts = readonly [ReportingAccount, ...ReportingAccount[]];

/** Loads the unit's Power BI accounts; without one, links to adding it. */
export function WithAccounts({ children }: { children: (accounts: Accounts) => ReactNode }) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const { data, error, refetch } = useAllRows<ReportingAccount>(list);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const [first, ...others] = data;
  if (first) return children([first, ...others]);
  return (
    <EmptyState
      title={t('no_accounts_title')}
      text={t('no_accounts_text')}
      action={<Button onClick={() => void navigate({ to: '/powerbi', search: { edit: 'new' } })}>{t('to_accounts')}</Button>}
    />
  );
}
