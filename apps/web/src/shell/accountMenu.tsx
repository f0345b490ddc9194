import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Locale } from '@vitrine/contract/fields.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { changeLocale } from '#platform/i18n.ts';
import { changeLanguage } from '#endpoints/signIn/signIn.ts';
import { currentLocale, languageNames, locales } from '#platform/locale.ts';
import { useUser } from '#platform/session.ts';
import { signOut } from '#platform/signInFlow.ts';
import { toast } from '#platform/toast.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './header.module.css';

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};

/** Changes the language here and remembers it for mails and the next device. */
export function chooseLanguage(locale: Locale): void {
  changeLocale(locale).catch(toast.failure);
  call(changeLanguage, { body: { language: locale } }).catch(toast.failure);
}

/** The own account, language, colour scheme, sign out. */
export function AccountMenu() {
  const { t } = useTranslation(['shell', 'ui', 'common']);
  const user = useUser();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = user?.name ?? '';
  const schemes = [
    { value: 'light', label: t('ui:light'), icon: <IconSun size={16} /> },
    { value: 'dark', label: t('ui:dark'), icon: <IconMoon size={16} /> },
    { value: 'auto', label: t('ui:system'), icon: <IconDeviceDesktop size={16} /> },
  ] as const;
  return (
    <MenuButton
      label={t('account')}
      width={240}
      entries={[
        { heading: `${name} · ${user?.email ?? ''}` },
        { label: t('screen_account'), icon: <IconUser size={16} />, run: () => void navigate({ to: '/account' }) },
        'divider',
        { heading: t('common:language') },
        ...locales.map((locale) => ({
          label: languageNames[locale],
          chosen: locale === currentLocale(),
          run: () => chooseLanguage(locale),
        })),
        'divider',
        { heading: t('color_scheme') },
        ...schemes.map(({ value, label, icon }) => ({ label, icon, chosen: value === colorScheme, run: () => setColorScheme(value) })),
        'divider',
        { label: t('sign_out'), icon: <IconLogout size={16} />, run: () => signOut() },
      ]}
      renderTarget={(props) => (
        <button type="button" className={css.avatar} data-tour="account" {...props}>
          <span aria-hidden="true">{initials(name)}</span>
          <span className="visually-hidden">{`${t('account')}: ${name}`}</span>
        </button>
      )}
    />
  );
}
