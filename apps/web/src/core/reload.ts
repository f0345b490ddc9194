/** After a deployment an open page asks for files that are gone: loading it anew mends that, but only once a minute. */
const key = 'vitrine:reloaded';
const pauseMs = 60_000;

export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  });
}
