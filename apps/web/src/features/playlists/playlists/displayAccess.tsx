import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { storage } from '#platform/storage.ts';
import { failureText } from '#platform/toast.ts';
import { pairingState, startPairing } from '#endpoints/playlists/playlists.ts';
import css from './displayAccess.module.css';
import { enterAsScreen, goPlaying } from './displayEntry.ts';

const askEveryMs = 3000;
const tryAgainMs = 60_000;

type State = { kind: 'opening' } | { kind: 'code'; code: string } | { kind: 'refused'; text: string };

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Shows pairing codes until one is entered in the portal; resolves to the accepted key. */
async function pair(show: (code: string) => void, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const { code, key, expires_at } = await call(startPairing, {}, signal);
    show(code);
    while (!signal.aborted && Date.now() < Date.parse(expires_at)) {
      await wait(askEveryMs, signal);
      if (signal.aborted) return null;
      const { paired } = await call(pairingState, { body: { key } }, signal).catch((error: unknown) => {
        // Without a network the code stays; when it has expired, a new one is requested.
        if (failureOf(error).status === null) return { paired: false };
        throw error;
      });
      if (paired) return key;
    }
  }
  return null;
}

const isLinkOver = (error: unknown): boolean => failureOf(error).word === 'link_used';

/** `/auth/playlist/:token`: a display signs in by a link, by its stored key, or by a pairing code. */
export function ScreenAccess({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation('signIn');
  const [token] = useState(params['token']);
  const [state, setState] = useState<State>({ kind: 'opening' });

  useEffect(() => {
    // Removes the token from the address, where it could be seen or stored in the history.
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
        setState({ kind: 'refused', text: isLinkOver(error) ? t('display_link_over') : failureText(failureOf(error)) });
        if (token && isLinkOver(error)) return;
        await wait(tryAgainMs, signal);
        if (!signal.aborted) await run();
      }
    };
    void run();
    return () => leaving.abort();
  }, [token, t]);

  return (
    <main className={css.display}>
      {state.kind === 'opening' ? (
        <div role="status">
          <h1>{t('display_opening')}</h1>
        </div>
      ) : null}
      {state.kind === 'code' ? (
        <>
          <h1>{t('display_pair_title')}</h1>
          <p className={css.code}>{state.code}</p>
          <p>{t('display_pair_text', { host: location.host })}</p>
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
