// Stands in the document itself and runs before anything else: no message of the host is lost while the bundle loads,
// and the report is asked for meanwhile.
(() => {
  const address = new URLSearchParams(window.location.search);
  const messages = [];
  let early;

  const ask = (path, token, query) => {
    const given = Object.entries(query).filter(([, value]) => value);
    const question = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    const answer = fetch(`embed-api/reports/${path}${question}`, {
      headers: { Authorization: `EmbedToken ${token}` },
      credentials: 'omit',
    });
    // Whoever takes it hears of a failure; if nobody does, nobody has asked.
    answer.catch(() => undefined);
    return answer;
  };

  /** The report as soon as its name is known; what its visuals ask first only when they are to be drawn as their author left them. */
  const askEarly = ({ url, body }) => {
    // What a paginated report shows depends on its parameters, which its own bundle reads.
    if (/\/rdlEmbed$/i.test(window.location.pathname)) return;
    const loads = url === '/report/load';
    if ((!loads && url !== '/frontload/config') || typeof body?.accessToken !== 'string') return;
    const id = body.id || address.get('reportId');
    if (!id || (body.type ?? 'report') !== 'report') return;
    const token = body.accessToken;
    const groupId = body.groupId || address.get('groupId');
    const path = encodeURIComponent(id);
    const datasetId = body.datasetBinding?.datasetId;
    if (early?.id !== id || early.token !== token) early = { id, token, report: ask(path, token, { groupId, datasetId }) };
    const { filters, slicers, bookmark, settings } = body;
    if (!loads || early.answers || filters?.length || slicers?.length || bookmark || settings?.persistentFiltersEnabled) return;
    const phone = address.get('isMobile') === 'true' || settings?.layoutType === 2;
    const page = body.pageName || address.get('pageName');
    early.answers = ask(`${path}/answers`, token, { groupId, datasetId, page, phone: phone && 'true' });
  };

  const keep = (event) => {
    if (event.source !== window.parent) return;
    messages.push(event.data);
    if (typeof event.data?.url === 'string') askEarly(event.data);
  };
  window.addEventListener('message', keep);
  window.embedInbox = {
    /** Hands over what has come so far; from then on the bundle listens itself. */
    take() {
      window.removeEventListener('message', keep);
      return messages.splice(0);
    },
    /** Hands over what was asked for a report, once. */
    takeEarly(id, token) {
      const found = early?.id === id && early.token === token ? early : undefined;
      early = undefined;
      return found;
    },
  };
  const uid = address.get('uid');
  if (uid && window.parent !== window) {
    const id = Math.random().toString(36).slice(2, 9);
    window.parent.postMessage({ method: 'POST', url: `/ready/${uid}`, headers: { id }, body: {} }, '*');
  }
})();
