import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { SegmentedControl, Select, Switch, useMantineColorScheme } from '@mantine/core';
import { permission } from '@vitrine/contract/capabilities.ts';
import { startPage } from '#endpoints/reading/home.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getConfig } from '#endpoints/settings/settings.ts';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { currentLocale, languageNames, locales } from '#platform/locale.ts';
import { useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { toast } from '#platform/toast.ts';
import { chooseLanguage } from '#shell/accountMenu.tsx';
import { Place } from '#ui/sections/place.tsx';
import css from './account.module.css';

function Scheme() {
  const { t } = useTranslation(['account', 'ui']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div>
      <p className={css.label} id="scheme">
        {t('scheme')}
      </p>
      <SegmentedControl
        className={css.scheme ?? ''}
        aria-labelledby="scheme"
        data={[
          { value: 'light', label: t('ui:light') },
          { value: 'dark', label: t('ui:dark') },
          { value: 'auto', label: t('ui:system') },
        ]}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      />
    </div>
  );
}

const reportPage = /^\/[^/]+\/reports\/view$/;

/** Where one goes after signing in. A report is chosen in its own menu, so here it can only be kept or given up. */
function EntryPage() {
  const { t } = useTranslation('account');
  const stale = useStale();
  const intended = useConfig()?.intended ?? '/';
  const page = intended === '/' ? 'home' : reportPage.test(intended) ? 'report' : 'unit';
  const save = async (wanted: 'home' | 'unit') => {
    await call(startPage, { body: { page: wanted } });
    await stale(getConfig);
  };
  const choose = async (wanted: string | null) => {
    if (wanted !== 'home' && wanted !== 'unit') return;
    try {
      await save(wanted);
      const told = t('entry_saved', { page: t(`entry_${wanted}`) });
      // A report is chosen in its own menu, so it is not put back from here.
      if (page === 'report') toast.success(told);
      else toast.undo(told, () => void save(page).catch(toast.failure));
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Select
      label={t('entry_page')}
      description={t('entry_page_hint')}
      data={[
        { value: 'home', label: t('entry_home') },
        { value: 'unit', label: t('entry_unit') },
        ...(page === 'report' ? [{ value: 'report', label: t('entry_report') }] : []),
      ]}
      value={page}
      onChange={(wanted) => void choose(wanted)}
      allowDeselect={false}
    />
  );
}

/** Language, colours, density and start page. Each holds at once: there is nothing to save. */
export function Preferences() {
  const { t } = useTranslation('account');
  const role = useRole();
  const [compact, setCompact] = useState(() => storage.read('bi:view')?.compact ?? false);
  return (
    <section className={css.card} data-surface="card" aria-label={t('section_preferences')}>
      <div className={css.settings}>
        <Place name="language">
          <Select
            label={t('language')}
            description={t('language_hint')}
            data={locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
            value={currentLocale()}
            onChange={(locale) => {
              const chosen = locales.find((one) => one === locale);
              if (chosen) chooseLanguage(chosen);
            }}
            allowDeselect={false}
          />
        </Place>
        <Place name="scheme">
          <Scheme />
        </Place>
        <Place name="density">
          <Switch
            label={t('compact')}
            description={t('compact_hint')}
            checked={compact}
            onChange={(event) => {
              setCompact(event.currentTarget.checked);
              rememberView({ compact: event.currentTarget.checked });
            }}
          />
        </Place>
        {role && permission({ role }, 'favourites', 'write') !== null ? (
          <Place name="entry_page">
            <EntryPage />
          </Place>
        ) : null}
      </div>
    </section>
  );
}
