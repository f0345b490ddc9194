/** Partner staff work in one unit or at the level of the partner; the address says which level a screen shows. */
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useViewer } from './viewer.ts';

/** `partner` for a partner at `?level=partner`, `unit` for everybody else. */
export function useUnitOrPartner(): 'unit' | 'partner' {
  const { role } = useViewer();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return role === 'partner' && search['level'] === 'partner' ? 'partner' : 'unit';
}

/** The choice of the level, for partner staff only. `partner` is the screen's label of the partner's level. */
export function LevelTabs({ label, partner }: { label: string; partner: string }) {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const { role } = useViewer();
  const level = useUnitOrPartner();
  if (role !== 'partner') return null;
  return (
    <Tabs value={level} onChange={(next) => void navigate({ to: '.', search: next === 'partner' ? { level: next } : {} })}>
      <Tabs.List aria-label={label} mb={16}>
        <Tabs.Tab value="unit">{t('level_unit')}</Tabs.Tab>
        <Tabs.Tab value="partner">{partner}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
