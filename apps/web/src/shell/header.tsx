import { ActionIcon } from '@mantine/core';
import { logoTarget } from '@vitrine/contract/logoPage.ts';
import { IconHelpCircle, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useConfig } from '#platform/config.ts';
import { useBranding } from '#platform/branding.ts';
import { openHelp } from './help/helpState.ts';
import { Bell } from './notifications/bell.tsx';
import { safePath } from '#platform/redirect.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { AccountMenu } from './accountMenu.tsx';
import css from './header.module.css';
import { UnitSwitcher } from './unitSwitcher.tsx';
import { useViewer } from './viewer.ts';

/** The logo's link: the start page, or the address that the unit has set. On a phone the icon leaves the unit's name its room. */
function Logo({ phone }: { phone: boolean }) {
  const look = useBranding();
  const { logo, icon } = look.theme;
  const shown = (phone && icon) || logo || icon;
  const config = useConfig();
  const name = look.unit_name ?? look.title;
  // What is no address of a site or of the portal leads home, whatever was stored.
  const page = (config?.logo_page_default === 0 ? logoTarget(config.logo_page) : null) ?? '/';
  const picture = (
    <>
      {shown ? (
        <img src={shown} alt="" />
      ) : (
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <rect x="1" y="1" width="30" height="30" rx="8" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M9 22v-6M16 22V10M23 22v-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        </svg>
      )}
    </>
  );
  return page.startsWith('http') ? (
    <a href={page} className={css.logo} aria-label={name}>
      {picture}
    </a>
  ) : (
    <Link to={safePath(page) ?? '/'} className={css.logo} aria-label={name}>
      {picture}
    </Link>
  );
}

function HelpMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  const viewer = useViewer();
  const navigate = useNavigate();
  const faq = verdictOn('faq', viewer) === 'open' ? [{ label: t('screen_faq'), run: () => void navigate({ to: '/faq' }) }] : [];
  return (
    <MenuButton
      label={t('help')}
      entries={[
        { label: t('help_here'), run: () => openHelp.set({ kind: 'panel' }) },
        ...faq,
        { label: t('shortcuts'), detail: <kbd>?</kbd>, run: onShortcuts },
      ]}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" size="lg" aria-label={t('help')} data-tour="help">
          <IconHelpCircle size={18} />
        </ActionIcon>
      )}
    />
  );
}

export function Header({ phone, onPalette, onShortcuts }: { phone: boolean; onPalette: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <header className={css.header} data-surface="card">
      <Logo phone={phone} />
      <UnitSwitcher />
      <button
        type="button"
        className={css.search}
        data-tour="search"
        onClick={onPalette}
        aria-label={phone ? t('search_or_run') : undefined}
      >
        <IconSearch size={16} aria-hidden="true" />
        <span className={css.searchText}>{t('search_or_run')}</span>
        <kbd className={css.key}>Ctrl K</kbd>
      </button>
      <div className={css.tools}>
        <Bell />
        {phone ? null : <HelpMenu onShortcuts={onShortcuts} />}
        <AccountMenu />
      </div>
    </header>
  );
}
