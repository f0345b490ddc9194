/**
 * After a deployment an open page asks for files that are gone: loading it anew mends that, but only once a minute. When
 * the server does not answer at all it would mend nothing and lose the page.
 */
const key = 'vitrine:reloaded';
const pauseMs = 60_000;

const serverAnswers = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
    void serverAnswers().then((answers) => {
      if (!answers) return;
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    });
  });
}
