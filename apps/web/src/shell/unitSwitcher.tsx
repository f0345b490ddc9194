import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime } from '#platform/formats.ts';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { useBranding } from '#platform/branding.ts';
import { changeCompany as changeCompanyEndpoint } from '#endpoints/signIn/signIn.ts';
import { changeCompany } from '#platform/signInFlow.ts';
import { rememberView, storage } from '#platform/storage.ts';
import { toast } from '#platform/toast.ts';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './header.module.css';

const recentUnits = 3;

/** Changes the unit, and goes to a path there; the failure message is fixed by docs/reference/specification.md 8. */
export function useUnitSwitch(): (unit: { tenant_id: string; name: string }, path?: string) => void {
  const { t } = useTranslation('shell');
  return ({ tenant_id, name }, path) => {
    const recent = [tenant_id, ...(storage.read('bi:view')?.recent_units ?? []).filter((id) => id !== tenant_id)];
    rememberView({ recent_units: recent.slice(0, recentUnits) });
    changeCompany(name, () => call(changeCompanyEndpoint, { body: { tenant_id } }), path).catch((error: unknown) => {
      const { word, message, opens_at } = failureOf(error);
      const why = word === null ? [] : [message, ...(opens_at ? [t('switch_opens', { when: formatDateTime(opens_at) })] : [])];
      toast.error(t('switch_failed'), { hint: why.join(' ') });
    });
  };
}

/** The current unit; with several units a searchable list, recent ones first. */
export function UnitSwitcher() {
  const { t } = useTranslation('shell');
  const config = useConfig();
  const look = useBranding();
  const switchTo = useUnitSwitch();
  const companies = config?.companies ?? [];
  // For the operator the platform's name is shown.
  const current = companies.find((company) => company.current)?.name ?? look.unit_name ?? (config ? look.title : null);
  if (!current) return null;
  if (companies.length < 2) return <span className={css.unit}>{current}</span>;

  const recent = storage.read('bi:view')?.recent_units ?? [];
  const entry = (company: (typeof companies)[number]): MenuEntry => ({
    label: company.name,
    chosen: company.current,
    run: () => {
      if (!company.current) switchTo(company);
    },
  });
  const first = companies.filter((company) => !company.current && recent.includes(company.tenant_id));
  const others = companies.filter((company) => !first.includes(company));
  return (
    <MenuButton
      label={t('switch_unit')}
      align="start"
      width={280}
      searchLabel={t('search_units')}
      entries={[
        ...(first.length > 0 ? [{ heading: t('units_recent') }, ...first.map(entry)] : []),
        { heading: t('units_all') },
        ...others.map(entry),
      ]}
      renderTarget={(props) => (
        <button type="button" className={css.unitButton} {...props}>
          <span className="visually-hidden">{t('switch_unit')}: </span>
          <span className={css.unitName}>{current}</span>
          <IconSelector size={14} aria-hidden="true" />
        </button>
      )}
    />
  );
}
