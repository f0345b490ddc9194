import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { joinUnit, leaveUnit, units } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';

/** One account, several units: those that the caller manages. */
export function UnitsTab({ userId, onChanged }: { userId: string; onChanged: () => void }) {
  const { t } = useTranslation('users');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(units, { params: { id: userId } });
  const [busy, setBusy] = useState<string | null>(null);

  const act = async (unit: string, done: string, work: () => Promise<unknown>) => {
    setBusy(unit);
    try {
      await work();
      await stale(units);
      onChanged();
      toast.success(done);
    } catch (refusal) {
      toast.failure(refusal);
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={panel.stack}>
      <p className={panel.note}>{t('units_text')}</p>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      <ul className={panel.rows}>
        {data?.data.map(({ id, name, member, role, current }) => {
          const params = { id: userId, tenant_id: id };
          return (
            <li key={id}>
              <IconBuilding size={16} aria-hidden="true" />
              <span className={panel.what}>
                {name}
                <span className={panel.detail}>
                  {role ? `${t(`role_${role}`)}${current ? ` · ${t('this_unit')}` : ''}` : t('no_member')}
                </span>
              </span>
              {current ? null : member ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={busy === id}
                  onClick={() => void act(id, t('unit_left', { unit: name }), () => call(leaveUnit, { params }))}
                >
                  {t('leave_unit')}
                </Button>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={busy === id}
                  onClick={() => void act(id, t('unit_joined', { unit: name }), () => call(joinUnit, { params, body: { role: 'user' } }))}
                >
                  {t('join_unit')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
