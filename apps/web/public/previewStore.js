// The preview of a brand and an embedded page know nobody who is signed in, keep nothing in the browser, and hear nothing of other tabs.
(() => {
  const emptyStore = () => {
    const values = new Map();
    return {
      get length() {
        return values.size;
      },
      key: (index) => [...values.keys()][index] ?? null,
      getItem: (name) => values.get(name) ?? null,
      setItem: (name, value) => void values.set(name, String(value)),
      removeItem: (name) => void values.delete(name),
      clear: () => values.clear(),
    };
  };
  class SilentChannel extends EventTarget {
    postMessage() {}
    close() {}
  }
  const replaced = { localStorage: emptyStore(), sessionStorage: emptyStore(), BroadcastChannel: SilentChannel };
  for (const [name, value] of Object.entries(replaced)) Object.defineProperty(window, name, { value });
  // Nothing is fetched for the next page in an idle moment: nobody goes there.
  const idle = { requestIdleCallback: () => 0, cancelIdleCallback: () => undefined };
  for (const [name, value] of Object.entries(idle)) Object.defineProperty(window, name, { value });
  // The stream of live events waits for its turn, which never comes.
  Object.defineProperty(navigator, 'locks', { value: { request: () => new Promise(() => {}) } });
})();
