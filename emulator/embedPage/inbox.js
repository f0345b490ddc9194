// Inlined in the document and run first, so that no message of the host is lost while the bundle loads,
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
    // Failures are handled by the code that takes the answer.
    answer.catch(() => undefined);
    return answer;
  };

  /** Which report a message of the host names, when it is one that can be asked for already. */
  const reportOf = ({ url, body }) => {
    // What a paginated report shows depends on its parameters, which its own bundle reads.
    if (/\/rdlEmbed$/i.test(window.location.pathname)) return undefined;
    if ((url !== '/report/load' && url !== '/frontload/config') || typeof body?.accessToken !== 'string') return undefined;
    const id = body.id || address.get('reportId');
    if (!id || (body.type ?? 'report') !== 'report') return undefined;
    const scope = { groupId: body.groupId || address.get('groupId'), datasetId: body.datasetBinding?.datasetId };
    return { id, token: body.accessToken, path: encodeURIComponent(id), scope };
  };

  /** Whether its visuals are to be drawn as their author left them. */
  const isAsAuthored = ({ filters, slicers, bookmark, settings }) =>
    !filters?.length && !slicers?.length && !bookmark && !settings?.persistentFiltersEnabled;

  /** The report as soon as its name is known; what its visuals ask first only when they are to be drawn as their author left them. */
  const askEarly = (message) => {
    const report = reportOf(message);
    if (!report) return;
    const { id, token, path, scope } = report;
    if (early?.id !== id || early.token !== token) early = { id, token, report: ask(path, token, scope) };
    const { url, body } = message;
    if (url !== '/report/load' || early.answers || !isAsAuthored(body)) return;
    const phone = address.get('isMobile') === 'true' || body.settings?.layoutType === 2;
    const page = body.pageName || address.get('pageName');
    early.answers = ask(`${path}/answers`, token, { ...scope, page, phone: phone && 'true' });
  };

  const keep = (event) => {
    if (event.source !== window.parent) return;
    messages.push(event.data);
    if (typeof event.data?.url === 'string') askEarly(event.data);
  };
  window.addEventListener('message', keep);
  window.embedInbox = {
    /** Passes on the messages so far; from then on the bundle listens itself. */
    take() {
      window.removeEventListener('message', keep);
      return messages.splice(0);
    },
    /** Passes on the prefetched answers of a report, once. */
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
