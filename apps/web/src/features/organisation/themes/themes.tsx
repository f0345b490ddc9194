import { IconCopy } from '@tabler/icons-react';
import type { ThemeRow } from '@vitrine/contract/organisation/themes.ts';
import { list as listEndpoint } from '#endpoints/organisation/themes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { DateCell, NumberCell } from '#ui/cells.tsx';
import type { Column, RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRowActions } from '#ui/resource/useRowActions.tsx';
import { ThemeState, themePath } from './themeState.tsx';
import css from './themes.module.css';

const NamePanel = onDemand(async () => (await import('./namePanel.tsx')).NamePanel);
const RemoveTheme = onDemand(async () => (await import('./removeTheme.tsx')).RemoveTheme);

/** The colours that tell one theme from another, before its name. */
const swatches = ['login_background', 'button', 'active_item', 'background'] as const;

function ThemeName({ theme: { name, colours, logo } }: { theme: ThemeRow }) {
  return (
    <span className={css.name}>
      <span className={css.swatches} aria-hidden="true">
        {swatches.map((field) => (
          <span key={field} style={{ background: colours[field] }} />
        ))}
      </span>
      {logo ? <img src={logo} alt="" className={css.logo} /> : null}
      {name}
    </span>
  );
}

function useColumns(givesToUnits: boolean): Column<ThemeRow>[] {
  const { t } = useTranslation('themes');
  const units: Column<ThemeRow> = {
    key: 'unit_count',
    header: t('unit_count'),
    align: 'end',
    cell: ({ unit_count }) => <NumberCell value={unit_count} />,
  };
  return [
    { key: 'name', header: t('name'), sort: 'name', cell: (theme) => <ThemeName theme={theme} /> },
    { key: 'state', header: t('state'), cell: (theme) => <ThemeState theme={theme} /> },
    { key: 'used_here', header: t('used_here'), cell: ({ used_here }) => (used_here ? t('used_here') : null) },
    ...(givesToUnits ? [units] : []),
    { key: 'created_at', header: t('created_at'), sort: 'created_at', cell: ({ created_at }) => <DateCell value={created_at} /> },
  ];
}

/** `/whitelabels`: themes of an administrator's unit, of a partner, of the platform. */
export function Themes() {
  const { t } = useTranslation('themes');
  const { role } = useViewer();
  const stale = useStale();
  const { opened, show, close } = usePanels('theme');
  const list = useList<ThemeRow>(listEndpoint, { name: 'page_theme' });
  const openObject = useOpenObject(themePath);
  const columns = useColumns(role === 'partner');
  const removal = useRowActions().remove<ThemeRow>((row) => setRemoving(row));
  const [copied, setCopied] = useState<ThemeRow | null>(null);
  const [removing, setRemoving] = useState<ThemeRow | null>(null);
  const actions: RowAction<ThemeRow>[] = [
    { key: 'duplicate', label: t('duplicate'), icon: <IconCopy size={16} />, when: ({ can }) => can.edit, run: setCopied },
    // Of one that is used the portal says who uses it.
    { ...removal, when: ({ can }) => can.edit },
  ];
  return (
    <ListPage
      title={t('title')}
      description={t(`description_${role === 'operator' || role === 'partner' ? role : 'admin'}`)}
      list={list}
      columns={columns}
      actions={actions}
      linkOf={({ id }) => objectPath(themePath, id)}
      add={{ label: t('add'), run: () => show({ theme: 'new' }) }}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.theme === 'new' ? <NamePanel copied={null} onAdded={(id) => openObject(id)} onClose={close} /> : null}
      {copied ? <NamePanel copied={copied} onAdded={(id) => openObject(id)} onClose={() => setCopied(null)} /> : null}
      {removing ? <RemoveTheme theme={removing} onRemoved={() => stale(listEndpoint)} onClose={() => setRemoving(null)} /> : null}
    </ListPage>
  );
}
