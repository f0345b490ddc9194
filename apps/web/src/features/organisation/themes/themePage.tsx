import { Button } from '@mantine/core';
import { IconBuilding, IconCalendarOff, IconCalendarTime, IconCheck, IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofTheme } from '#endpoints/audit/audit.ts';
import { get, list, publish, unschedule, use, versions } from '#endpoints/organisation/themes.ts';
import type { ThemeRow, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { IdCell, NumberCell, YesNoCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ThemeSettings } from './themeSettings.tsx';
import { ThemeState, themePath } from './themeState.tsx';
import { useFindings } from './useFindings.ts';
import css from './themes.module.css';

const ThemeVersions = onDemand(async () => (await import('./themeVersions.tsx')).ThemeVersions);
const ThemeMails = onDemand(async () => (await import('./themeMails.tsx')).ThemeMails, { namespaces: ['themeMails'] });
const LaterPanel = onDemand(async () => (await import('./laterPanel.tsx')).LaterPanel);
const UnitsPanel = onDemand(async () => (await import('./unitsPanel.tsx')).UnitsPanel);
const NamePanel = onDemand(async () => (await import('./namePanel.tsx')).NamePanel);
const RemoveTheme = onDemand(async () => (await import('./removeTheme.tsx')).RemoveTheme);

type Panel = 'later' | 'units' | 'duplicate' | 'remove';

function useFacts(row: ThemeRow | undefined, whole: WholeTheme | undefined): Fact[] {
  const { t } = useTranslation('themes');
  const of = (read: (theme: ThemeRow) => Fact['value']) => (row ? read(row) : undefined);
  const units: Fact = { label: t('unit_count'), value: of(({ unit_count }) => <NumberCell value={unit_count} />) };
  return [
    { label: t('used_here'), value: of(({ used_here }) => <YesNoCell value={used_here} />) },
    ...(whole?.gives_to_units ? [units] : []),
    { label: t('published_at'), value: of(({ published_at }) => (published_at ? formatDateTime(published_at) : null)) },
  ];
}

/** Calls that change the theme, one at a time, each told when it is done. */
function useChanges(id: string) {
  const { t } = useTranslation('themes');
  const stale = useStale();
  const [busy, setBusy] = useState(false);
  const changed = () => stale(list, get, versions, ofTheme);
  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.failure(error);
    }
    await changed();
    setBusy(false);
  };
  const params = { id };
  return {
    busy,
    changed,
    publishNow: ({ version }: WholeTheme) => change(() => call(publish, { params, body: { version, at: null } }), t('published')),
    takeBack: ({ version }: WholeTheme) => change(() => call(unschedule, { params, body: { version } }), t('taken_back')),
    chooseHere: (self: boolean, { units }: WholeTheme) =>
      change(() => call(use, { params, body: { self, unit_ids: units.map((unit) => unit.id) } }), t(self ? 'used' : 'not_used')),
  };
}

type Changes = ReturnType<typeof useChanges>;

function useActions(whole: WholeTheme | undefined, mayPublish: boolean, dirty: boolean, changes: Changes, show: (panel: Panel) => void) {
  const { t } = useTranslation('themes');
  const action = (
    key: 'publish_later' | 'take_back' | 'use_here' | 'not_here' | 'give' | 'duplicate' | 'remove',
    icon: RowAction<ThemeRow>['icon'],
    isOffered: (theme: WholeTheme) => boolean,
    run: (theme: WholeTheme) => unknown,
  ): RowAction<ThemeRow> => ({
    key,
    label: t(key),
    text: t(`${key}_text`),
    icon,
    danger: key === 'remove',
    when: ({ can }) => can.edit && whole !== undefined && isOffered(whole),
    run: () => void (whole && run(whole)),
  });
  return [
    action(
      'publish_later',
      <IconCalendarTime size={16} />,
      () => mayPublish,
      () => show('later'),
    ),
    // Saving what is typed would meet another version.
    action('take_back', <IconCalendarOff size={16} />, ({ publish_at }) => publish_at !== null && !dirty, changes.takeBack),
    action(
      'use_here',
      <IconCheck size={16} />,
      ({ number, used_here }) => number > 0 && !used_here,
      (theme) => changes.chooseHere(true, theme),
    ),
    action(
      'not_here',
      <IconX size={16} />,
      ({ used_here }) => used_here,
      (theme) => changes.chooseHere(false, theme),
    ),
    action(
      'give',
      <IconBuilding size={16} />,
      ({ number, gives_to_units }) => number > 0 && gives_to_units,
      () => show('units'),
    ),
    action(
      'duplicate',
      <IconCopy size={16} />,
      () => true,
      () => show('duplicate'),
    ),
    action(
      'remove',
      <IconTrash size={16} />,
      () => true,
      () => show('remove'),
    ),
  ];
}

/** Why nothing can be published just now; null: it can, and empty while nobody knows. */
function useObstacle(whole: WholeTheme | undefined, dirty: boolean): string | null {
  const { t } = useTranslation('themes');
  const { findings, isCurrent } = useFindings(whole?.draft);
  if (dirty) return t('publish_save_first');
  if (whole?.changed === false) return t('publish_nothing');
  // A verdict on the draft of before is none.
  if (!whole || !findings || !isCurrent) return '';
  return findings.some(({ level }) => level === 'refused') ? t('publish_refused') : null;
}

/** `/whitelabels/<id>`: the draft of a theme, its versions, who uses it. */
export function ThemePage() {
  const { t } = useTranslation(['themes', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const openObject = useOpenObject(themePath);
  const opened = useObject<ThemeRow, WholeTheme>({ get, list }, id);
  const { row: theme, whole } = opened;
  const history = useHistory(ofTheme, id, true);
  const historyFacts = useHistoryFacts(history, true, theme);
  const changes = useChanges(id);
  const [dirty, setDirty] = useState(false);
  const [panel, setPanel] = useState<Panel | null>(null);
  // What was saved is published once it has been read: the version of before would be refused.
  const [reading, setReading] = useState(false);
  const saved = async () => {
    setReading(true);
    await changes.changed();
    setReading(false);
  };
  const obstacle = useObstacle(reading ? undefined : whole, dirty);
  const actions = useActions(whole, obstacle === null, dirty, changes, setPanel);
  const close = () => setPanel(null);
  const removed = async () => {
    await navigate({ to: themePath });
    await changes.changed();
  };
  const facts = [...useFacts(theme, whole), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }];
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: themePath }}
      title={({ name }) => name}
      state={(row) => <ThemeState theme={row} />}
      primary={({ can }) =>
        can.edit ? (
          <div className={css.primary}>
            <Button
              loading={changes.busy}
              disabled={obstacle !== null}
              aria-describedby="publish-obstacle"
              onClick={() => void (whole && changes.publishNow(whole))}
            >
              {t('publish')}
            </Button>
            <p id="publish-obstacle" className={css.dim}>
              {obstacle}
            </p>
          </div>
        ) : null
      }
      actions={actions}
      tabs={[
        {
          name: 'settings',
          content: whole ? <ThemeSettings key={id} theme={whole} onSaved={() => void saved()} onDirty={setDirty} /> : null,
        },
        { name: 'mails', content: whole ? <ThemeMails key={id} theme={whole} /> : null },
        { name: 'versions', content: whole ? <ThemeVersions theme={whole} onChanged={changes.changed} /> : null },
        { name: 'history', content: <HistoryTab history={history} own={['theme']} /> },
      ]}
      facts={facts}
      wide
    >
      {whole && panel === 'later' ? <LaterPanel theme={whole} onSaved={() => void changes.changed()} onClose={close} /> : null}
      {whole && panel === 'units' ? <UnitsPanel theme={whole} onSaved={() => void changes.changed()} onClose={close} /> : null}
      {whole && panel === 'duplicate' ? <NamePanel copied={whole} onAdded={(copy) => openObject(copy)} onClose={close} /> : null}
      {theme && panel === 'remove' ? <RemoveTheme theme={theme} onRemoved={removed} onClose={close} /> : null}
    </ObjectPage>
  );
}
