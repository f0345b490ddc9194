import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { losses, remove } from '#endpoints/reports/workspaces.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';
import panel from '#ui/panel.module.css';

type Props = { workspace: Workspace; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Deleting with the typed name, after what would no longer work has been told. */
export function RemoveDialog({ workspace: { account_id, workspace_id, name }, onRemoved, onClose }: Props) {
  const { t } = useTranslation('workspaces');
  const { data } = useEndpoint(losses, { params: { account_id, workspace_id } }, { staleTime: 0 });
  return (
    <ConfirmDelete
      name={name}
      goes={t('remove_goes')}
      stays={t('remove_stays')}
      done={t('removed', { name })}
      ready={data !== undefined}
      onClose={onClose}
      onDelete={async () => {
        await call(remove, { params: { account_id, workspace_id }, body: { name } });
        await onRemoved();
      }}
    >
      {data && data.report_count === 0 && data.schedule_count === 0 ? <p className={panel.note}>{t('breaks_nothing')}</p> : null}
      {data && (data.report_count > 0 || data.schedule_count > 0) ? (
        <div className={panel.note} data-warning>
          <strong>{t('breaks')}</strong>
          <ul>
            <li>
              {t('breaks_reports', { count: data.report_count })} {data.reports.join(', ')}
              {data.report_count > data.reports.length ? ' …' : ''}
            </li>
            <li>{t('breaks_playlists', { count: data.playlist_count })}</li>
            <li>{t('breaks_schedules', { count: data.schedule_count })}</li>
            <li>{t('breaks_access', { count: data.reader_count })}</li>
          </ul>
        </div>
      ) : null}
    </ConfirmDelete>
  );
}
