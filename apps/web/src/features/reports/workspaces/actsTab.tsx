import { IconHistory } from '@tabler/icons-react';
import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { acts } from '#endpoints/reports/workspaces.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';

const kinds = { open: 'warning', done: 'success', refused: 'error' } as const;

/** What was done to the workspace from the portal, and how it ended. */
export function ActsTab({ workspace: { account_id, workspace_id } }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const { data, error, refetch } = useEndpoint(acts, { params: { account_id, workspace_id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.data.length === 0) return <p className={panel.note}>{t('no_acts')}</p>;
  return (
    <ul className={panel.rows}>
      {data.data.map(({ id, kind, subject, state, by, asked_at }) => (
        <li key={id}>
          <IconHistory size={16} aria-hidden="true" />
          <span className={panel.what}>
            <span>{[t(`act_${kind}`), subject].filter(Boolean).join(': ')}</span>
            <span className={panel.detail}>
              {by ?? ''} <RelativeTimeCell value={asked_at} />
            </span>
          </span>
          <StatusCell kind={kinds[state]}>{t(`act_state_${state}`)}</StatusCell>
        </li>
      ))}
    </ul>
  );
}
