import '@mantine/core/styles/Switch.layer.css';
import { Button, Select, Switch } from '@mantine/core';
import type { Migration, UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { migrate, previewMigration, targets } from '#endpoints/people/userGroups.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import css from './userGroups.module.css';

type Props = { group: UserGroup; onDone: () => void; onClose: () => void };

/** What becomes of the licences: the unit's own are looked at first, then those of its client over all units. */
function seatsText({ seats: { used, limit }, contract, joining, fits }: Migration, t: TFunction<'userGroups'>): string {
  const count = joining.length;
  if (fits) return t('seats_after', { used: formatNumber(used + count), limit: formatNumber(limit) });
  if (contract && used + count <= limit)
    return t('contract_full', { wanted: formatNumber(contract.wanted), limit: formatNumber(contract.limit) });
  return t('seats_missing', { used: formatNumber(used), limit: formatNumber(limit), count });
}

function Preview({ preview }: { preview: Migration }) {
  const { t } = useTranslation('userGroups');
  const missing = preview.reports.filter((report) => !report.there);
  return (
    <>
      <p className={panel.note} data-warning={preview.fits ? undefined : true}>
        {seatsText(preview, t)}
      </p>
      {preview.group_exists ? <p className={panel.note}>{t('group_exists')}</p> : null}
      {(
        [
          ['joining', preview.joining.map(({ id, name, email }) => ({ id, name, detail: email }))],
          ['already', preview.already.map(({ id, name, email }) => ({ id, name, detail: email }))],
          ['reports_there', preview.reports.filter(({ there }) => there).map(({ id, title }) => ({ id, name: title, detail: '' }))],
          ['reports_missing', missing.map(({ id, title }) => ({ id, name: title, detail: '' }))],
        ] as const
      ).map(([key, rows]) =>
        rows.length > 0 ? (
          <section key={key}>
            <h3 className={css.heading}>{t(key, { count: rows.length })}</h3>
            <ul className={panel.rows}>
              {rows.map((row) => (
                <li key={row.id}>
                  <span className={panel.what}>
                    {row.name}
                    {row.detail ? <span className={panel.detail}>{row.detail}</span> : null}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </>
  );
}

/** Preview of the migration, then confirmation. */
export function MigrationPanel({ group, onDone, onClose }: Props) {
  const { t } = useTranslation(['userGroups', 'ui']);
  const units = useEndpoint(targets, { params: { id: group.id } });
  const [target, setTarget] = useState<string | null>(null);
  const [leave, setLeave] = useState(false);
  const [running, setRunning] = useState(false);
  const params = { id: group.id, tenant_id: target ?? '' };
  const preview = useEndpoint(previewMigration, { params }, { enabled: target !== null, staleTime: 0 });

  const run = async () => {
    setRunning(true);
    try {
      const { joined, already, reports } = await call(migrate, { params, body: { leave } });
      onDone();
      toast.success(t('migrated', { joined, already, reports }));
      onClose();
    } catch (refusal) {
      toast.failure(refusal);
      setRunning(false);
    }
  };
  return (
    <SidePanel title={t('migrate_title', { name: group.name })} onClose={onClose}>
      <div className={panel.stack}>
        <p className={panel.note}>{t('migrate_text')}</p>
        {units.error ? <ErrorState error={units.error} onRetry={() => void units.refetch()} /> : null}
        {units.data?.data.length === 0 ? <p className={panel.note}>{t('no_targets')}</p> : null}
        {units.data && units.data.data.length > 0 ? (
          <Select
            label={t('target')}
            data={units.data.data.map(({ id, name }) => ({ value: id, label: name }))}
            value={target}
            onChange={setTarget}
            searchable={units.data.data.length > 8}
            nothingFoundMessage={t('ui:no_records')}
            withAsterisk
            data-autofocus
          />
        ) : null}
        {target && preview.error ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null}
        {target && preview.data && !preview.isPlaceholderData ? (
          <>
            <Preview preview={preview.data} />
            <Switch
              label={t('leave')}
              description={t('leave_text')}
              checked={leave}
              onChange={(event) => setLeave(event.currentTarget.checked)}
            />
            <div className={panel.buttons}>
              <Button variant="default" onClick={onClose}>
                {t('ui:cancel')}
              </Button>
              <Button loading={running} disabled={!preview.data.fits} onClick={() => void run()}>
                {t('migrate')}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </SidePanel>
  );
}
