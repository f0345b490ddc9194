import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCopy, IconDeviceTv, IconPlus, IconX } from '@tabler/icons-react';
import type { Link, PlaylistRow, Screen } from '@vitrine/contract/playlists/playlists.ts';
import { links, list, pairScreen, removeScreen, revokeLink, screensOfLink } from '#endpoints/playlists/playlists.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDate, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { copyText, toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { LinkForm } from './linkForm.tsx';
import css from './playlists.module.css';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

const screenKinds = { on: 'success', dark: 'error', new: 'info' } as const;
const linkKinds = { active: 'success', expired: 'warning', revoked: 'neutral' } as const;

function ScreenRow({ screen, onRemove }: { screen: Screen; onRemove: () => void }) {
  const { t } = useTranslation('playlists');
  const { name, state, last_seen_at, showing } = screen;
  const when = last_seen_at ? formatRelative(last_seen_at) : '';
  const seen = showing ? t('screen_showing', { title: showing, when }) : last_seen_at ? t('screen_seen', { when }) : '';
  return (
    <li className={css.screen}>
      <IconDeviceTv size={18} stroke={1.6} aria-hidden="true" />
      <span className={css.grow}>
        <span>{name}</span>
        <span className={css.hint}>{seen}</span>
      </span>
      <StatusCell kind={screenKinds[state]}>{t(`screen_${state}`)}</StatusCell>
      <ActionIcon variant="subtle" aria-label={t('screen_remove', { name })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

function PairForm({ playlistId, linkId, onPaired }: { playlistId: string; linkId: string; onPaired: () => void }) {
  const { t } = useTranslation('playlists');
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const pair = async () => {
    try {
      await call(pairScreen, { params: { id: playlistId, screen_link_id: linkId }, body: { code, name } });
      setCode('');
      setName('');
      toast.success(t('paired'));
      onPaired();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else toast.failure(error);
    }
  };
  return (
    <form
      className={css.pair}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setErrors({});
        void pair();
      }}
    >
      <p className={css.hint}>{t('pair_hint', { address: `${location.host}/auth/playlist` })}</p>
      <TextInput
        label={t('pair_code')}
        value={code}
        error={errors['code']}
        maxLength={7}
        autoComplete="off"
        onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
      />
      <TextInput
        label={t('pair_name')}
        value={name}
        error={errors['name']}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={code.length < 6 || name.trim() === ''}>
        {t('pair')}
      </Button>
    </form>
  );
}

type LinkProps = { playlistId: string; link: Link; address: string | null; onChanged: () => Promise<void>; onRevoke: () => void };

function LinkCard({ playlistId, link, address, onChanged, onRevoke }: LinkProps) {
  const { t } = useTranslation('playlists');
  const active = link.state === 'active';
  const takeOff = async (screen: Screen) => {
    try {
      await call(removeScreen, { params: { id: playlistId, screen_id: screen.id } });
      await onChanged();
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <section className={css.link} aria-label={link.name}>
      <header>
        <span className={css.grow}>
          <strong>{link.name}</strong>
          <span className={css.hint}>
            {t('link_as', { name: link.owner_name })}
            {link.identity ? ` · ${t('link_fixed', { name: link.identity.username })}` : ''} ·{' '}
            {t('link_until', { date: formatDate(link.expires_at) })}
          </span>
        </span>
        <StatusCell kind={linkKinds[link.state]}>{t(`link_${link.state}`)}</StatusCell>
        {link.state === 'revoked' ? null : (
          <Button size="compact-xs" variant="default" onClick={onRevoke}>
            {t('link_revoke')}
          </Button>
        )}
      </header>
      {address ? (
        <div className={css.address} role="status">
          <span>{t('link_made')}</span>
          <code>{address}</code>
          <Button size="xs" leftSection={<IconCopy size={14} />} onClick={() => void copyText(address)}>
            {t('link_copy')}
          </Button>
        </div>
      ) : null}
      {active ? (
        <ul className={css.screens}>
          {link.screens.map((screen) => (
            <ScreenRow key={screen.id} screen={screen} onRemove={() => void takeOff(screen)} />
          ))}
        </ul>
      ) : null}
      {active && link.screens.length < screensOfLink ? (
        <PairForm playlistId={playlistId} linkId={link.id} onPaired={() => void onChanged()} />
      ) : null}
    </section>
  );
}

/** Screen links and displays of a playlist: adding, pairing, state, removing. */
export function ScreensPanel({ playlist, onClose }: { playlist: PlaylistRow; onClose: () => void }) {
  const { t } = useTranslation('playlists');
  const stale = useStale();
  const params = { id: playlist.id };
  const { data, error, refetch } = useEndpoint(links, { params }, { staleTime: 0 });
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<{ id: string; token: string } | null>(null);
  const [revoking, setRevoking] = useState<Link | null>(null);
  const changed = () => stale(links, list);
  const addressOf = ({ id }: Link) => (made?.id === id ? `${location.origin}/auth/playlist/${made.token}` : null);
  return (
    <SidePanel title={`${playlist.name} · ${t('screens')}`} size={560} onClose={onClose}>
      <div className={css.panel}>
        <p className={css.hint}>{t('links_hint')}</p>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {adding ? (
          <LinkForm
            playlistId={playlist.id}
            onMade={(link) => {
              setMade(link);
              setAdding(false);
              void changed();
            }}
            onClose={() => setAdding(false)}
          />
        ) : (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t('link_add')}
          </Button>
        )}
        {data?.data.length === 0 && !adding ? <p className={css.hint}>{t('links_empty')}</p> : null}
        {data?.data.map((link) => (
          <LinkCard
            key={link.id}
            playlistId={playlist.id}
            link={link}
            address={addressOf(link)}
            onChanged={changed}
            onRevoke={() => setRevoking(link)}
          />
        ))}
      </div>
      <Suspense fallback={null}>
        {revoking ? (
          <ConfirmDialog
            title={t('link_revoke_title', { name: revoking.name })}
            text={t('link_revoke_text')}
            confirm={t('link_revoke')}
            danger
            onConfirm={async () => {
              await call(revokeLink, { params: { ...params, screen_link_id: revoking.id } });
              await changed();
            }}
            onClose={() => setRevoking(null)}
          />
        ) : null}
      </Suspense>
    </SidePanel>
  );
}
