import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentLocale, languageNames, locales } from '#platform/locale.ts';
import { useUser } from '#platform/session.ts';
import { chooseLanguage } from '#shell/accountMenu.tsx';
import { signOut } from '#platform/signInFlow.ts';
import css from './settings.module.css';

/** What everybody may set for themselves. */
export function Profile() {
  const { t } = useTranslation(['settings', 'ui']);
  const user = useUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <section className={css.card} data-surface="card" aria-labelledby="setting-profile">
      <h2 id="setting-profile">{t('profile')}</h2>
      <div className={css.section}>
        <h3>{t('name_and_email')}</h3>
        <div className={css.account}>
          <p>
            <strong>{user?.name}</strong>
            <span>{user?.email}</span>
          </p>
          <Button variant="default" leftSection={<IconLogout size={16} />} onClick={() => signOut()}>
            {t('sign_out')}
          </Button>
        </div>
      </div>
      <div className={css.section}>
        <h3>{t('language')}</h3>
        <Select
          aria-label={t('language')}
          description={t('language_hint')}
          data={locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
          value={currentLocale()}
          onChange={(locale) => {
            const chosen = locales.find((one) => one === locale);
            if (chosen) chooseLanguage(chosen);
          }}
          allowDeselect={false}
          className={css.narrow ?? ''}
        />
      </div>
      <div className={css.section}>
        <h3>{t('scheme')}</h3>
        <SegmentedControl
          className={css.scheme ?? ''}
          aria-label={t('scheme')}
          data={[
            { value: 'light', label: t('ui:light') },
            { value: 'dark', label: t('ui:dark') },
            { value: 'auto', label: t('ui:system') },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </div>
    </section>
  );
}
