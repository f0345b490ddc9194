import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../core/failure.ts';
import { call } from '../../core/http.ts';
import { storage } from '../../core/storage.ts';
import { failureText } from '../../core/toast.ts';
import { pairingState, startPairing } from './lightEndpoints.ts';
import css from './screenAccess.module.css';
import { enterAsScreen, goPlaying } from './screenEntry.ts';

const askEveryMs = 3000;
const tryAgainMs = 60_000;

type State = { kind: 'opening' } | { kind: 'code'; code: string } | { kind: 'refused'; text: string };

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Shows one code after the other until somebody types one in; resolves with the key that works from then on. */
async function pair(show: (code: string) => void, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const { code, key, expires_at } = await call(startPairing, {}, signal);
    show(code);
    while (!signal.aborted && Date.now() < Date.parse(expires_at)) {
      await wait(askEveryMs, signal);
      if (signal.aborted) return null;
      const { paired } = await call(pairingState, { body: { key } }, signal).catch((error: unknown) => {
        // Without a network the code stays; when it is over there, a new one comes.
        if (failureOf(error).status === null) return { paired: false };
        throw error;
      });
      if (paired) return key;
    }
  }
  return null;
}

const isLinkOver = (error: unknown): boolean => failureOf(error).word === 'link_used';

/** `/auth/playlist/:token`: a wall comes in by a link, by the key that it kept, or by a code that it shows. */
export function ScreenAccess({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation('signin');
  const [token] = useState(params['token']);
  const [state, setState] = useState<State>({ kind: 'opening' });

  useEffect(() => {
    // A token in an address is read over shoulders and kept in histories.
    history.replaceState(null, '', '/auth/playlist');
    const leaving = new AbortController();
    const { signal } = leaving;
    const enter = async () => {
      const kept = storage.read('bi:screen');
      if (token) return enterAsScreen({ token });
      if (kept) {
        try {
          return await enterAsScreen({ key: kept.key });
        } catch (error) {
          if (!isLinkOver(error)) throw error;
          storage.remove('bi:screen');
        }
      }
      const key = await pair((code) => setState({ kind: 'code', code }), signal);
      return key === null ? null : enterAsScreen({ key });
    };
    const run = async (): Promise<void> => {
      try {
        const entered = await enter();
        if (entered && !signal.aborted) goPlaying(entered);
      } catch (error) {
        if (signal.aborted) return;
        setState({ kind: 'refused', text: isLinkOver(error) ? t('wall_link_over') : failureText(failureOf(error)) });
        if (token && isLinkOver(error)) return;
        await wait(tryAgainMs, signal);
        if (!signal.aborted) await run();
      }
    };
    void run();
    return () => leaving.abort();
  }, [token, t]);

  return (
    <main className={css.wall}>
      {state.kind === 'opening' ? (
        <div role="status">
          <h1>{t('wall_opening')}</h1>
        </div>
      ) : null}
      {state.kind === 'code' ? (
        <>
          <h1>{t('wall_pair_title')}</h1>
          <p className={css.code}>{state.code}</p>
          <p>{t('wall_pair_text', { host: location.host })}</p>
        </>
      ) : null}
      {state.kind === 'refused' ? (
        <div role="alert">
          <h1>{state.text}</h1>
        </div>
      ) : null}
    </main>
  );
}
