/** A partner works in one of its units or above all of them: which of both a screen shows stands in its address. */
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../shell/viewer.ts';

/** `partner` for a partner at `?level=partner`, `unit` for everybody else. */
export function useUnitOrPartner(): 'unit' | 'partner' {
  const { role } = useViewer();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return role === 'master' && search['level'] === 'partner' ? 'partner' : 'unit';
}

/** The choice of both, for a partner alone. `partner` names what is above its units in the screen's words. */
export function LevelTabs({ label, partner }: { label: string; partner: string }) {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const { role } = useViewer();
  const level = useUnitOrPartner();
  if (role !== 'master') return null;
  return (
    <Tabs value={level} onChange={(next) => void navigate({ to: '.', search: next === 'partner' ? { level: next } : {} })}>
      <Tabs.List aria-label={label} mb={16}>
        <Tabs.Tab value="unit">{t('level_unit')}</Tabs.Tab>
        <Tabs.Tab value="partner">{partner}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
