import type { Playlist } from '@vitrine/contract/playlists/playlists.ts';
import { add, get, list, playlistInput, show, update } from '@vitrine/contract/playlists/playlists.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import type { Field } from '#ui/form/types.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { SlideDraft } from './slideDraft.ts';
import { draftOf, inputOf } from './slideDraft.ts';
import { SlidesEditor } from './slidesEditor.tsx';

type Values = {
  name: string;
  shared: boolean;
  repeat_count: number;
  update_seconds: number;
  navigate_pages: boolean;
  skip_seconds: number;
  reload_minutes: number;
  slides: SlideDraft[];
};

const defaults: Values = {
  name: '',
  shared: false,
  repeat_count: 0,
  update_seconds: 60,
  navigate_pages: false,
  skip_seconds: 20,
  reload_minutes: 60,
  slides: [],
};

function valuesOf(playlist: Playlist | null): Values {
  if (!playlist) return defaults;
  const { name, shared, repeat_count, update_seconds, navigate_pages, skip_seconds, reload_minutes, slides } = playlist;
  return { name, shared, repeat_count, update_seconds, navigate_pages, skip_seconds, reload_minutes, slides: slides.map(draftOf) };
}

function useFields(shares: boolean): Field[] {
  const { t } = useTranslation('playlists');
  return [
    { name: 'name', kind: 'text', label: t('name'), required: true },
    ...(shares ? [{ name: 'shared', kind: 'switch' as const, label: t('shared'), description: t('shared_hint') }] : []),
    { name: 'update_seconds', kind: 'number', label: t('update_seconds'), min: 10, max: 3600, suffix: t('seconds') },
    { name: 'repeat_count', kind: 'number', label: t('repeat_count'), description: t('repeat_hint'), min: 0, max: 999 },
    { name: 'navigate_pages', kind: 'switch', label: t('navigate_pages'), description: t('navigate_hint') },
    { name: 'skip_seconds', kind: 'number', label: t('skip_seconds'), min: 5, max: 60, suffix: t('seconds') },
    { name: 'reload_minutes', kind: 'number', label: t('reload_minutes'), min: 15, max: 240, suffix: t('minutes') },
  ];
}

type Props = {
  /** The playlist may be made the whole unit's. */
  shares: boolean;
  onClose: () => void;
};

function PlaylistForm({ playlist, shares, onClose }: Props & { playlist: Playlist | null }) {
  const { t } = useTranslation(['playlists', 'ui']);
  const stale = useStale();
  const fields = useFields(shares);
  const state = useResourceForm<Values>({
    initial: valuesOf(playlist),
    version: playlist?.version,
    schema: playlist ? update.body : playlistInput,
    labels: {
      ...Object.fromEntries(fields.map(({ name, label }) => [name, label])),
      slides: t('slides'),
      seconds: t('slide_seconds'),
    },
    toBody: ({ slides, ...values }) => ({ ...values, slides: slides.map(inputOf) }),
    save: (body) => (playlist ? call(update, { params: { id: playlist.id }, body }) : call(add, { body })),
    success: ({ values: { name } }) => t(playlist ? 'saved' : 'created', { name }),
    onSaved: () => {
      void stale(list, get, show);
      onClose();
    },
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t(playlist ? 'edit' : 'add')} size={640} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} submitLabel={playlist ? t('ui:save_changes') : t('ui:add')} onCancel={() => void close()}>
        <SlidesEditor
          slides={state.form.getValues().slides}
          otherwise={{ seconds: state.form.values.update_seconds, allPages: state.form.values.navigate_pages }}
          errors={state.form.errors}
          onChange={(slides) => state.form.setFieldValue('slides', slides)}
        />
      </ResourceForm>
    </SidePanel>
  );
}

/** The panel of a playlist: name, timing, and slides in their order. */
export function PlaylistPanel({ id, shares, onClose }: Props & { id: string | null }) {
  const { t } = useTranslation('playlists');
  const { data, error, refetch } = useEndpoint(get, { params: { id: id ?? '' } }, { enabled: id !== null, staleTime: 0 });
  if (id !== null && error && !data)
    return (
      <SidePanel title={t('edit')} onClose={onClose}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </SidePanel>
    );
  if (id !== null && !data) return null;
  return <PlaylistForm key={data?.version ?? 0} playlist={id === null ? null : (data ?? null)} shares={shares} onClose={onClose} />;
}
