import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { permission } from '@vitrine/contract/capabilities.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { getConfig, partnerForm, unitForm } from '#endpoints/settings/settings.ts';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { Place } from '#ui/sections/place.tsx';
import { Sectioned } from '#ui/sections/sectioned.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './settings.module.css';
import type { FormValues } from './formValues.ts';
import { rebase } from './formValues.ts';
import { ProbationBand } from './probationBand.tsx';
import { ShiftsCard } from './accessHours/accessHoursCard.tsx';
import { EntraCard } from './entra/entraCard.tsx';
import { SsoOnlyCard } from './entra/ssoOnlyCard.tsx';
import type { Level } from './settingFields.ts';
import { settingsIndex } from './settingsIndex.ts';
import { UnitForm } from './unitForm.tsx';

const EmbeddingCard = onDemand(async () => (await import('./embedding/embeddingCard.tsx')).EmbeddingCard, {
  namespaces: ['embedding', 'reportAccess'],
});

/** Loads the settings once when the page opens, so that nothing changes while a person types. */
function Values({ level, section, title }: { level: Level; section: string; title: string }) {
  const stale = useStale();
  const [kept, setKept] = useState<{ section: string; values: FormValues } | null>(null);
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
  if (!data)
    return (
      <div className={css.fields} aria-busy="true">
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} height={62} radius="md" />
        ))}
      </div>
    );

  const reloadWith = async (values: FormValues | null) => {
    const { data: newer } = await refetch();
    setKept(values && newer ? { section, values: rebase(values, data, newer) } : null);
  };
  return (
    <>
      {level === 'unit' ? <ProbationBand configuration={data} onSettled={reload} /> : null}
      <UnitForm
        key={`${data.version} ${section}`}
        level={level}
        section={section}
        title={title}
        configuration={data}
        kept={kept?.section === section ? kept.values : null}
        onSaved={reload}
        onReload={(values) => void reloadWith(values)}
      />
    </>
  );
}

function SettingsOf({ level }: { level: Level }) {
  const { t } = useTranslation('settings');
  const { role, built } = useViewer();
  const unit = level === 'unit';
  const index = settingsIndex(t, { level, role, built });
  return (
    <Sectioned
      title={t(unit ? 'title' : 'partner_title')}
      description={t(unit ? 'description' : 'partner_description')}
      path={screens[unit ? 'setting' : 'partner_setting'].path}
      {...index}
      searchLabel={t('search')}
      nothing={(words) => t('nothing_found', { words })}
    >
      {(section) =>
        section === 'hours' ? (
          <Place name="hours">
            <ShiftsCard />
          </Place>
        ) : section === 'entra' ? (
          <>
            <Place name="entra">
              <EntraCard />
            </Place>
            <Place name="sso_only">
              <SsoOnlyCard />
            </Place>
          </>
        ) : section === 'embedding' && unit ? (
          <Place name="embedding">
            {role === 'partner' ? (
              <div className={css.card} data-surface="card">
                <Values level={level} section={section} title={t('section_embedding')} />
              </div>
            ) : null}
            <Suspense fallback={<Skeleton height={400} radius="md" />}>
              <EmbeddingCard />
            </Suspense>
          </Place>
        ) : (
          <div className={css.card} data-surface="card">
            <Values level={level} section={section} title={index.sections.find(({ key }) => key === section)?.title ?? ''} />
          </div>
        )
      }
    </Sectioned>
  );
}

/** `/partner/setting`: what the units of a partner inherit. */
export const PartnerSettings = () => <SettingsOf level="partner" />;

/** `/setting`: the configuration of the unit. Who may not change it has settings of their own only, which stand in the account. */
export function Settings() {
  const { role } = useViewer();
  if (permission({ role }, 'unit_settings', 'write') === null)
    return <Navigate to={screens.account.path} search={{ section: 'preferences' }} replace />;
  return <SettingsOf level="unit" />;
}
