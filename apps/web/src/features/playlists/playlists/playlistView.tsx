import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import { moveTo } from '#platform/navigation.ts';
import { chromeHidden } from '#shell/shell.tsx';
import { useFullScreen } from '#platform/useFullScreen.ts';
import { isDisplay } from '#platform/displaySession.ts';
import type { Player, Playing } from './player/player.ts';
import css from './playlistView.module.css';
import { usePlayer } from './usePlayer.ts';
import { useRevival, useWakeLock } from './useDisplay.ts';

const hideAfterMs = 5000;

/** True for five seconds after an input. */
function useActivity(): boolean {
  const [active, setActive] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      setActive(true);
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), hideAfterMs);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) addEventListener(event, wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, wake);
    };
  }, []);
  return active;
}

function usePlayerKeys(player: Player | null, leave: (() => void) | null, fullScreen: (() => void) | null): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const onButton = event.target instanceof HTMLButtonElement;
      const run = {
        ArrowRight: player?.next,
        ArrowLeft: player?.previous,
        // A focused button handles the space bar itself.
        ' ': onButton ? undefined : player?.togglePause,
        f: fullScreen,
        F: fullScreen,
        Escape: document.fullscreenElement ? undefined : (leave ?? undefined),
      }[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [player, leave, fullScreen]);
}

function Message({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={css.message} role="status">
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}

type ControlsProps = {
  playing: Playing;
  player: Player;
  leave: (() => void) | null;
  fullScreen: ReturnType<typeof useFullScreen>;
};

function Controls({ playing, player, leave, fullScreen: { full, toggle } }: ControlsProps) {
  const { t } = useTranslation('playlists');
  const active = useActivity();
  const { paused, slide, waiting } = playing;
  return (
    <div className={css.controls} data-hidden={!active || undefined} role="toolbar" aria-label={t('controls')}>
      <button type="button" aria-label={t('previous')} onClick={player.previous}>
        <IconChevronLeft size={20} />
      </button>
      <button type="button" aria-label={t(paused ? 'resume' : 'pause')} onClick={player.togglePause}>
        {paused ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
      </button>
      <button type="button" aria-label={t('next')} onClick={player.next}>
        <IconChevronRight size={20} />
      </button>
      <span className={css.title}>{slide?.title}</span>
      {slide ? <span className={css.place}>{waiting ? t('getting_ready') : t('position', slide)}</span> : null}
      {toggle ? (
        <button type="button" aria-label={t(full ? 'full_screen_leave' : 'full_screen')} onClick={toggle}>
          {full ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
        </button>
      ) : null}
      {leave ? (
        <button type="button" aria-label={t('leave')} onClick={leave}>
          <IconX size={20} />
        </button>
      ) : null}
    </div>
  );
}

/** One of the two frames: visible, or preparing the next slide. */
function Frame({ frame, front }: { frame: RefObject<HTMLDivElement | null>; front: boolean }) {
  return <div ref={frame} className={css.frame} data-front={front || undefined} aria-hidden={!front} inert={!front} />;
}

/** `/:id/playlist/view`: the player, for a person or a display. */
export function PlaylistView() {
  const { t } = useTranslation('playlists');
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const first = useRef<HTMLDivElement>(null);
  const second = useRef<HTMLDivElement>(null);
  const trouble = useRevival();
  const { playing, player } = usePlayer(id, trouble === 'over', first, second);
  const fullScreen = useFullScreen();
  const screen = isDisplay();
  const leave = screen ? null : () => void navigate({ to: '/playlists' });
  useWakeLock();
  usePlayerKeys(player, leave, fullScreen.toggle);
  useDocumentTitle(playing.slide?.title ?? t('title'));
  useLayoutEffect(() => {
    chromeHidden.set(true);
    return () => chromeHidden.set(isDisplay());
  }, []);

  const { phase, front, slide, step, seconds, paused } = playing;
  const shown = phase === 'showing' && trouble === null;
  return (
    <div className={css.show} data-phase={phase}>
      {slide && shown ? (
        <div
          key={step}
          className={css.progress}
          style={{ animationDuration: `${seconds}s`, animationPlayState: paused ? 'paused' : 'running' }}
          aria-hidden="true"
        />
      ) : null}
      <Frame frame={first} front={shown && front === 0} />
      <Frame frame={second} front={shown && front === 1} />
      {trouble === 'refresh' || trouble === 'lost' ? <Message title={t(`trouble_${trouble}`)} text={t('trouble_text')} /> : null}
      {trouble === 'over' ? (
        <Message
          title={t('trouble_lost')}
          text={t('trouble_over_text')}
          action={
            <button type="button" className={css.replay} onClick={() => moveTo('/auth/playlist')}>
              {t('pair_again')}
            </button>
          }
        />
      ) : null}
      {trouble === null && phase === 'starting' ? <Message title={t('starting')} /> : null}
      {trouble === null && phase === 'empty' ? <Message title={t('empty_show')} text={t('empty_show_text')} /> : null}
      {trouble === null && phase === 'missing' ? (
        <Message
          title={t('missing_show')}
          text={t('missing_show_text')}
          action={
            leave ? (
              <button type="button" className={css.replay} onClick={leave}>
                {t('to_playlists')}
              </button>
            ) : null
          }
        />
      ) : null}
      {trouble === null && phase === 'ended' ? (
        <Message
          title={t('ended')}
          action={
            <button type="button" className={css.replay} onClick={() => player?.replay()}>
              {t('replay')}
            </button>
          }
        />
      ) : null}
      {player && phase !== 'missing' && trouble !== 'over' ? (
        <Controls playing={playing} player={player} leave={leave} fullScreen={fullScreen} />
      ) : null}
    </div>
  );
}
