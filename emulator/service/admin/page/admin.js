/** Shows what the local reporting service holds and does, every two seconds. */
import { updateDirectory } from './directory.js';
import { at, call, clock, drawn, element, onAction, run, show, status, table } from './dom.js';

const everyMs = 2_000;
const mostRequests = 200;

const faultNames = {
  throttled: 'Throttled (429)',
  server_error: 'Server error (5xx)',
  hang: 'No answer',
  reset: 'Connection reset',
  half_body: 'Half an answer',
  html_body: "A gateway's HTML page",
  latency: 'Latency',
  secret_expired: 'Secret expired',
  capacity_paused: 'Capacity paused',
  quota_exceeded: 'Quota exceeded (Azure)',
  not_accessible: 'Closed to applications',
  claims_challenge: 'Conditional access challenge',
  other_cluster: 'Redirect to a cluster (307)',
  refresh_failed: 'Refresh fails',
  export_failed: 'Export fails',
  import_failed: 'Import fails',
  lying_token: 'Token of a person lies',
  lying_assertion: 'Assertion by SAML lies',
};

const services = { powerbi: 'Power BI', entra: 'Entra', saml: 'SAML', arm: 'Azure', embed: 'Embed page' };
const workspaceNames = new Map();

const list = (title, rows) =>
  rows.length === 0
    ? undefined
    : element(
        'div',
        {},
        element('h4', {}, title),
        element('ul', {}, ...rows.map(([name, fact]) => element('li', {}, element('span', {}, name), element('span', {}, fact)))),
      );

const refreshFact = (dataset) => {
  const last = dataset.last_refresh;
  const state = last ? (last.status === 'Unknown' ? 'refreshing' : last.status.toLowerCase()) : 'never refreshed';
  return [dataset.roles > 0 ? `${dataset.roles} roles` : undefined, state].filter(Boolean).join(', ');
};

const drawWorkspaces = (workspaces) =>
  workspaces.map((workspace) =>
    element(
      'article',
      { class: 'card' },
      element('h3', {}, workspace.name),
      element(
        'div',
        { class: 'muted' },
        `${workspace.capacity ?? 'shared capacity'}, ${workspace.members} ${workspace.members === 1 ? 'member' : 'members'}`,
      ),
      element('code', {}, workspace.id),
      list(
        'Reports',
        workspace.reports.map(({ name, pages }) => [name, pages === null ? 'paginated' : `${pages} ${pages === 1 ? 'page' : 'pages'}`]),
      ),
      list(
        'Datasets',
        workspace.datasets.map((dataset) => [dataset.name, refreshFact(dataset)]),
      ),
      list(
        'Dashboards',
        workspace.dashboards.map(({ name, tiles }) => [name, `${tiles} tiles`]),
      ),
    ),
  );

const money = (value, digits) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', maximumFractionDigits: digits }).format(value);

const drawCapacities = (capacities) =>
  table(
    [['Name'], ['Size'], ['State'], ['Workspaces', 'end'], ['An hour', 'end'], ['Spent', 'end'], ['Action']],
    capacities.map((capacity) => [
      capacity.name,
      capacity.sku,
      status(capacity.state),
      String(capacity.workspaces),
      money(capacity.hourly_usd, 2),
      money(capacity.spent_usd, 2),
      element(
        'button',
        { type: 'button', 'data-key': `capacity-${capacity.id}`, 'data-capacity': capacity.id, 'data-paused': String(!capacity.paused) },
        capacity.paused ? 'Resume' : 'Pause',
        element('span', { class: 'sr-only' }, ` ${capacity.name}`),
      ),
    ]),
    'There is no capacity.',
  );

const drawJobs = (jobs) =>
  table(
    [['Started'], ['Kind'], ['Name', 'wide'], ['Workspace'], ['Status'], ['Detail', 'wide']],
    jobs.map((job) => [clock(job.at), job.kind, job.name, job.workspace, status(job.status), job.detail ?? '']),
    'No refresh, export or import yet.',
  );

const drawFaults = (faults) =>
  faults.map((fault) => {
    const { id, name, times, workspace_id, service, method, path, lie } = fault;
    const workspace = workspaceNames.get(workspace_id) ?? workspace_id;
    const where = [method, path].filter(Boolean).join(' ');
    const text = [
      faultNames[name] ?? name,
      lie?.replaceAll('_', ' '),
      services[service],
      workspace,
      where,
      times === undefined ? 'until ended' : `${times} more`,
    ];
    const label = `End: ${faultNames[name] ?? name}`;
    const end = element('button', { type: 'button', 'data-key': `fault-${id}`, 'data-fault': id, 'aria-label': label }, 'End');
    return element('li', {}, element('span', {}, text.filter(Boolean).join(' · ')), end);
  });

const drawRequests = (requests) =>
  table(
    [['Time'], ['Service'], ['Request', 'wide'], ['Status', 'end'], ['Fault']],
    requests.map(({ at: when, service, method, path, query, status: code, fault }) => [
      new Date(when).toLocaleTimeString(),
      service,
      element('span', { class: 'mono' }, `${method} ${path}${query ? `?${query}` : ''}`),
      element('span', { class: code === null ? 'busy' : code >= 400 ? 'bad' : 'good' }, code === null ? 'open' : String(code)),
      fault ?? '',
    ]),
    'Nothing matches.',
  );

const fillLimits = (limits) => {
  const form = at('limit-form');
  if (form.contains(document.activeElement)) return;
  const fields = Object.entries(limits).map(([name, value]) =>
    element(
      'label',
      {},
      name.replaceAll('_', ' '),
      element('input', { name, type: 'number', min: '0', inputmode: 'numeric', placeholder: 'off', value: value ?? '' }),
    ),
  );
  form.replaceChildren(...fields);
};

const fillWorkspaces = (workspaces) => {
  for (const { id, name } of workspaces) workspaceNames.set(id, name);
  const select = at('fault-workspace');
  const { value } = select;
  select.replaceChildren(
    element('option', { value: '' }, 'Every workspace'),
    ...workspaces.map(({ id, name }) => element('option', { value: id }, name)),
  );
  select.value = value;
};

const fillLies = (lies) => {
  drawn.set('lies', lies);
  const fill = (id, names) => at(id).append(...names.map((value) => element('option', { value }, value.replaceAll('_', ' '))));
  fill('token-lies', lies.token);
  fill('assertion-lies', lies.assertion);
};

let lastRequests = [];
const redrawRequests = () => {
  const wanted = at('filter').value.trim().toLowerCase();
  const rows = lastRequests.filter(
    (row) => !wanted || `${row.method} ${row.path} ${row.status} ${row.service} ${row.fault ?? ''}`.toLowerCase().includes(wanted),
  );
  show('requests', rows.slice(0, mostRequests), drawRequests);
};

const update = async () => {
  try {
    const [told, { requests }] = await Promise.all([call('GET', 'overview'), call('GET', 'requests')]);
    at('offline').hidden = true;
    at('origin').textContent = told.origin;
    at('now').textContent = `${clock(told.now)}${told.ahead_ms ? ' (moved)' : ''}`;
    if (drawn.get('lies') === undefined) fillLies(told.lies);
    show('workspaces', told.workspaces, drawWorkspaces);
    show('capacities', told.capacities, drawCapacities);
    show('jobs', told.jobs, drawJobs);
    if (drawn.get('names') !== JSON.stringify(told.workspaces.map(({ name }) => name))) {
      drawn.set('names', JSON.stringify(told.workspaces.map(({ name }) => name)));
      fillWorkspaces(told.workspaces);
    }
    show('faults', told.faults, drawFaults);
    if (drawn.get('limits') !== JSON.stringify(told.limits)) {
      drawn.set('limits', JSON.stringify(told.limits));
      fillLimits(told.limits);
    }
    lastRequests = requests.toReversed();
    redrawRequests();
    await updateDirectory();
  } catch {
    at('offline').hidden = false;
  }
};

const showFields = () => {
  const name = at('fault-name').value;
  for (const label of document.querySelectorAll('[data-for]')) label.hidden = !label.dataset.for.split(' ').includes(name);
};

const say = (id, work) => (event) => {
  event?.preventDefault();
  return run(id, () => work(event));
};

const startFault = async () => {
  const fault = {};
  // Several fields may have one name; only one of them is shown.
  for (const field of at('fault-form').elements) {
    if (!field.name || field.value === '' || field.closest('label')?.hidden) continue;
    fault[field.name] = field.type === 'number' || field.name === 'status' ? Number(field.value) : field.value;
  }
  await call('POST', 'faults', fault);
  return `${faultNames[fault.name]}: started.`;
};

const endFault = async (id) => {
  await call('DELETE', `faults/${id}`);
  return 'The fault is ended.';
};

const setLimit = async (event) => {
  const { name, value } = event.target;
  await call('PATCH', 'limits', { [name]: value === '' ? null : Number(value) });
  return `${name.replaceAll('_', ' ')}: ${value === '' ? 'off' : value}.`;
};

at('fault-name').append(...Object.entries(faultNames).map(([value, text]) => element('option', { value }, text)));
at('fault-name').addEventListener('change', showFields);
at('fault-form').addEventListener('submit', say('fault-message', startFault));
at('clear-faults').addEventListener(
  'click',
  say('fault-message', async () => {
    await call('DELETE', 'faults');
    return 'All faults are ended.';
  }),
);
at('limit-form').addEventListener('change', say('limit-message', setLimit));
at('limit-form').addEventListener('submit', (event) => event.preventDefault());
at('filter').addEventListener('input', redrawRequests);
at('reset-clock').addEventListener('click', () => void call('DELETE', 'clock').then(update));
for (const button of document.querySelectorAll('[data-advance]'))
  button.addEventListener('click', () => void call('POST', 'clock', { advance_ms: Number(button.dataset.advance) }).then(update));
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-capacity]');
  const fault = event.target.closest?.('[data-fault]');
  if (fault) void run('fault-message', () => endFault(fault.dataset.fault));
  if (button) void call('POST', `capacities/${button.dataset.capacity}`, { paused: button.dataset.paused === 'true' }).then(update);
});

onAction(update);
showFields();
await update();
setInterval(() => {
  if (!document.hidden) void update();
}, everyMs);
