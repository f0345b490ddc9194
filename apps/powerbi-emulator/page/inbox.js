// Runs before anything else of the page, so that no message of the host is lost while the bundle loads.
(() => {
  const messages = [];
  const keep = (event) => {
    if (event.source === window.parent) messages.push(event.data);
  };
  window.addEventListener('message', keep);
  window.embedInbox = {
    /** Hands over what has come so far; from then on the bundle listens itself. */
    take() {
      window.removeEventListener('message', keep);
      return messages.splice(0);
    },
  };
  const uid = new URLSearchParams(window.location.search).get('uid');
  if (uid && window.parent !== window) {
    const id = Math.random().toString(36).slice(2, 9);
    window.parent.postMessage({ method: 'POST', url: `/ready/${uid}`, headers: { id }, body: {} }, '*');
  }
})();
