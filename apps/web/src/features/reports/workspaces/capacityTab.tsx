import { Button, Select } from '@mantine/core';
import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { accounts, assign } from '#endpoints/reports/workspaces.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';

const shared = 'shared';

/** The capacity that the workspace stands on: one that the account sees, or the shared one. */
export function CapacityTab({ workspace, onChanged }: { workspace: Workspace; onChanged: () => void }) {
  const { t } = useTranslation(['workspaces', 'ui']);
  const { account_id, workspace_id, name, capacity, can } = workspace;
  const { data, error, refetch } = useEndpoint(accounts, {});
  const now = capacity?.id ?? shared;
  const [chosen, setChosen] = useState(now);
  const [saving, setSaving] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const capacities = data.data.find(({ id }) => id === account_id)?.capacities ?? [];
  const unseen = capacity !== null && !capacities.some(({ id }) => id === capacity.id);
  const options = [
    { value: shared, label: t('shared') },
    ...capacities.map(({ id, name: label, sku, running }) => ({
      value: id,
      label: [label, sku, running ? '' : t('capacity_paused')].filter(Boolean).join(' · '),
    })),
    ...(unseen ? [{ value: capacity.id, label: capacity.name ?? t('capacity_unseen') }] : []),
  ];
  const save = async () => {
    setSaving(true);
    try {
      await call(assign, { params: { account_id, workspace_id }, body: { capacity_id: chosen === shared ? null : chosen } });
      toast.success(t('assigned', { name }));
      onChanged();
    } catch (refusal) {
      toast.failure(refusal);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={panel.stack}>
      <p className={panel.note}>{t('capacity_note')}</p>
      {capacities.length === 0 ? <p className={panel.note}>{t('no_capacities')}</p> : null}
      <Select
        label={t('capacity')}
        data={options}
        value={chosen}
        allowDeselect={false}
        disabled={!can.edit}
        onChange={(value) => setChosen(value ?? now)}
      />
      {chosen === shared && now !== shared ? (
        <p className={panel.note} data-warning>
          {t('shared_warning')}
        </p>
      ) : null}
      {can.edit ? (
        <div className={panel.buttons}>
          <Button disabled={chosen === now} loading={saving} onClick={() => void save()}>
            {t('ui:save_changes')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
