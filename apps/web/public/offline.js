// The page for when there is no network: it goes back to where somebody wanted to be as soon as there is one.
const back = () => location.reload();
addEventListener('online', back);
document.getElementById('again').addEventListener('click', back);
// A network without a way to the portal says nothing when the way is there again.
setInterval(() => {
  fetch('/api/health/alive', { cache: 'no-store' }).then(
    ({ ok }) => ok && back(),
    () => undefined,
  );
}, 15_000);
