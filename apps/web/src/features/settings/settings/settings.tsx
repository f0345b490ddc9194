import { useQuery } from '@tanstack/react-query';
import { permission } from '@vitrine/contract/capabilities.ts';
import { getConfig, partnerForm, unitForm } from '@vitrine/contract/settings/settings.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './settings.module.css';
import type { FormValues } from './formValues.ts';
import { rebase } from './formValues.ts';
import { ProbationBand } from './probationBand.tsx';
import { Profile } from './profile.tsx';
import { ShiftsCard } from './accessHours/accessHoursCard.tsx';
import type { Level } from './settingFields.ts';
import { UnitForm } from './unitForm.tsx';

/** Loads the settings once when the form opens, so that nothing changes while a person types. */
function Values({ level }: { level: Level }) {
  const { t } = useTranslation('settings');
  const { role } = useViewer();
  const stale = useStale();
  const [kept, setKept] = useState<FormValues | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['configuration', level],
    queryFn: () => call(level === 'unit' ? unitForm : partnerForm, {}),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const reload = useCallback(() => {
    setKept(null);
    void refetch();
    void stale(getConfig);
  }, [refetch, stale]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={css.waiting} aria-busy="true" />;

  const reloadWith = async (values: FormValues | null) => {
    const { data: newer } = await refetch();
    setKept(values && newer ? rebase(values, data, newer) : null);
  };
  return (
    <section className={css.card} data-surface="card" aria-labelledby="setting-values">
      <h2 id="setting-values">{t(level === 'unit' ? 'unit' : 'partner_card')}</h2>
      {level === 'unit' ? <ProbationBand configuration={data} onSettled={reload} /> : null}
      <UnitForm
        key={data.version}
        level={level}
        configuration={data}
        role={role}
        kept={kept}
        onSaved={reload}
        onReload={(values) => void reloadWith(values)}
      />
    </section>
  );
}

/** `/partner/setting`: what the units of a partner inherit. */
export function PartnerSettings() {
  const { t } = useTranslation('settings');
  return (
    <div className={css.page}>
      <PageHeader title={t('partner_title')} description={t('partner_description')} />
      <Values level="partner" />
    </div>
  );
}

/** `/setting`: one's own profile, and for administrators and partners the configuration of the unit. */
export function Settings() {
  const { t } = useTranslation('settings');
  const { role } = useViewer();
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} />
      <Profile />
      {permission({ role }, 'unit_settings', 'write') ? <Values level="unit" /> : null}
      {permission({ role }, 'access_rules', 'write') && permission({ role }, 'unit_settings', 'write') ? <ShiftsCard /> : null}
    </div>
  );
}
