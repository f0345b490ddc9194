/** The parts of the page about the directory: people, groups, applications by SAML, provisioning. */
import { at, call, clock, element, run, show, table } from './dom.js';

/** Of each form, what it changes; something new without. */
const editing = { person: undefined, group: undefined };
let told;

const action = (label, about, data, kind) =>
  element('button', { type: 'button', class: kind, ...data }, label, element('span', { class: 'sr-only' }, ` ${about}`));

const actions = (...buttons) => element('div', { class: 'row' }, ...buttons);

const drawPeople = (people) =>
  table(
    [['Name'], ['Mail'], ['Groups', 'wide'], ['State'], ['Provisioned'], ['Actions']],
    people.map(({ object_id: id, name, mail, groups, disabled, guest, is_known }) => [
      name,
      mail,
      groups.join(', '),
      element('span', { class: disabled ? 'muted' : 'good' }, disabled ? 'Disabled' : guest ? 'Guest' : 'Active'),
      is_known ? 'yes' : '',
      actions(
        action('Edit', name, { 'data-key': `edit-${id}`, 'data-edit-person': id }),
        action(disabled ? 'Enable' : 'Disable', name, {
          'data-key': `state-${id}`,
          'data-person-state': id,
          'data-disabled': String(!disabled),
        }),
        action('Delete', name, { 'data-key': `delete-${id}`, 'data-delete-person': id }),
      ),
    ]),
    'Nobody is in the directory.',
  );

const drawGroups = ({ groups, people }) =>
  table(
    [['Name'], ['Members', 'wide'], ['Actions']],
    groups.map(({ id, name, members }) => [
      name,
      people
        .filter(({ object_id }) => members.includes(object_id))
        .map((person) => person.name)
        .join(', '),
      actions(
        action('Edit', name, { 'data-key': `edit-${id}`, 'data-edit-group': id }),
        action('Delete', name, { 'data-key': `delete-${id}`, 'data-delete-group': id }),
      ),
    ]),
    'There is no group.',
  );

const drawApplications = (applications) =>
  table(
    [['Application'], ['Client id', 'wide'], ['What it may know'], ['Actions']],
    applications.map(({ client_id: id, name, everybody, people }) => [
      name,
      element('span', { class: 'mono' }, id),
      everybody ? 'agreed for everybody' : people === 0 ? 'everybody is asked' : `${people} agreed, others are asked`,
      actions(
        action('Agree for everybody', name, { 'data-key': `agree-${id}`, 'data-consent': id, 'data-how': 'PUT' }),
        action('Ask again', name, { 'data-key': `ask-${id}`, 'data-consent': id, 'data-how': 'DELETE' }),
      ),
    ]),
    'There is no application.',
  );

const keyPlaces = { current: 'signs', next: 'published, signs next', previous: 'signed before, still believed' };

const drawKeys = (keys) =>
  table(
    [['Key'], ['What it does', 'wide']],
    keys.map(({ kid, place }) => [
      element('span', { class: 'mono' }, `${kid.slice(0, 16)}…`),
      element('span', { class: place === 'current' ? 'good' : 'muted' }, keyPlaces[place]),
    ]),
    'There is no key.',
  );

const drawPlaces = (places) =>
  places.map((place) =>
    element(
      'article',
      { class: 'card' },
      element('h3', {}, 'Identity provider'),
      element('code', {}, place.entity_id),
      element(
        'p',
        { class: 'links' },
        element('a', { href: `${place.base}/metadata`, target: '_blank' }, 'Metadata'),
        element('a', { href: `${place.base}/apps`, target: '_blank' }, 'My apps'),
      ),
      element('h4', {}, 'Certificates'),
      element(
        'ul',
        {},
        ...place.certificates.map(({ id, ends_at, signs }) =>
          element(
            'li',
            {},
            element('span', { class: 'mono' }, `${id.slice(0, 16)}… until ${new Date(ends_at).toLocaleDateString()}`),
            signs
              ? element('span', { class: 'good' }, 'signs')
              : actions(
                  action('Sign with it', id.slice(0, 16), {
                    'data-key': `use-${id}`,
                    'data-certificate': `${place.id}/${id}`,
                    'data-how': 'PUT',
                  }),
                  action('Remove', id.slice(0, 16), {
                    'data-key': `remove-${id}`,
                    'data-certificate': `${place.id}/${id}`,
                    'data-how': 'DELETE',
                  }),
                ),
          ),
        ),
      ),
      action('New certificate', '', { 'data-key': `new-${place.id}`, 'data-certificate': place.id, 'data-how': 'POST' }),
    ),
  );

const signs = { assertion: 'the assertion', response: 'the answer', both: 'both' };

const drawProviders = (providers) =>
  table(
    [['Name'], ['Entity id', 'wide'], ['Signed'], ['Encrypted'], ['Logout'], ['Actions']],
    providers.map(({ entity_id, name, sign, encrypt, can_encrypt, logs_out }) => {
      const select = element(
        'select',
        { 'data-key': `sign-${entity_id}`, 'data-sign': entity_id, 'aria-label': `What is signed for ${name}` },
        ...Object.entries(signs).map(([value, text]) => element('option', { value, selected: value === sign }, text)),
      );
      const check = element('input', {
        type: 'checkbox',
        'data-key': `encrypt-${entity_id}`,
        'data-encrypt': entity_id,
        'aria-label': `Encrypt for ${name}`,
        checked: encrypt,
      });
      return [
        name,
        element('span', { class: 'mono' }, entity_id),
        select,
        can_encrypt ? check : 'no certificate',
        logs_out ? 'yes' : 'no',
        action('Remove', name, { 'data-key': `provider-${entity_id}`, 'data-remove-provider': entity_id }),
      ];
    }),
    'No application is registered. One on this machine may sign people in without.',
  );

const drawLog = (lines) =>
  table(
    [['Time'], ['Who'], ['What happened', 'wide'], ['Request', 'wide'], ['Status', 'end']],
    lines.map(({ at: when, about, did, request, failed }) => [
      new Date(when).toLocaleTimeString(),
      about,
      element(
        'span',
        { class: failed ? 'bad' : undefined },
        did,
        request?.answered ? element('div', { class: 'bad' }, request.answered) : undefined,
      ),
      request
        ? element(
            'div',
            { class: 'mono' },
            `${request.method} ${decodeURIComponent(request.path)}`,
            request.sent === undefined
              ? undefined
              : element('details', {}, element('summary', {}, 'sent'), element('pre', {}, JSON.stringify(request.sent, undefined, 2))),
          )
        : '',
      request ? element('span', { class: failed ? 'bad' : 'good' }, request.status === null ? 'none' : String(request.status)) : '',
    ]),
    'Nothing has been provisioned yet.',
  );

const fillProvisioning = ({ settings }) => {
  const form = at('provisioning-form');
  const { address, token, dialect, domains, every_minutes, running } = form.elements;
  token.placeholder = settings ? 'unchanged' : '';
  if (!settings) return;
  address.value = settings.address;
  dialect.value = settings.dialect;
  domains.value = settings.domains.join(', ');
  every_minutes.value = String(settings.every_minutes);
  running.checked = settings.running;
};

const stateOf = ({ settings, last_run_at, is_running }) => {
  if (!settings) return 'not configured';
  const last = last_run_at ? `last run ${clock(last_run_at)}` : 'never run';
  return [is_running ? 'running now' : settings.running ? `every ${settings.every_minutes} minutes` : 'stopped', last].join(', ');
};

let filled;

export const updateDirectory = async () => {
  told = await call('GET', 'directory');
  show('people', told.people, drawPeople);
  show('groups', { groups: told.groups, people: told.people }, drawGroups);
  show('applications', told.entra.applications, drawApplications);
  show('keys', told.entra.keys, drawKeys);
  show('places', told.places, drawPlaces);
  show('providers', told.service_providers, drawProviders);
  show('provisioning-log', told.provisioning.log, drawLog);
  at('provisioning-state').textContent = stateOf(told.provisioning);
  const settings = JSON.stringify(told.provisioning.settings);
  if (filled !== settings && !at('provisioning-form').contains(document.activeElement)) {
    filled = settings;
    fillProvisioning(told.provisioning);
  }
};

/** Makes a form change what is there, or add something again. */
const edit = (kind, item) => {
  const form = at(`${kind}-form`);
  editing[kind] = item;
  const submit = form.querySelector('[type="submit"]');
  submit.textContent = item ? submit.dataset.save : submit.dataset.add;
  form.querySelector('[type="reset"]').hidden = !item;
  if (item) {
    form.elements.name.value = item.name;
    form.elements.name.focus();
  }
};

const editPerson = (id) => {
  const person = told.people.find(({ object_id }) => object_id === id);
  edit('person', person);
  at('person-form').elements.mail.value = person.mail;
};

const editGroup = (id) => {
  const group = told.groups.find((one) => one.id === id);
  edit('group', group);
  at('group-form').querySelector('fieldset').hidden = false;
  at('group-members').replaceChildren(
    ...told.people.map(({ object_id: value, name, mail }) =>
      element(
        'label',
        { class: 'inline' },
        element('input', { type: 'checkbox', name: 'members', value, checked: group.members.includes(value) }),
        `${name} (${mail})`,
      ),
    ),
  );
};

const savePerson = async () => {
  const form = at('person-form');
  const values = { name: form.elements.name.value, mail: form.elements.mail.value };
  const { person } = editing;
  await (person ? call('PATCH', `people/${person.object_id}`, values) : call('POST', 'people', values));
  form.reset();
  return `${values.name} is ${person ? 'changed' : 'in the directory'}.`;
};

const saveGroup = async () => {
  const form = at('group-form');
  const name = form.elements.name.value;
  const members = [...form.querySelectorAll('[name="members"]:checked')].map(({ value }) => value);
  const { group } = editing;
  await (group ? call('PATCH', `groups/${group.id}`, { name, members }) : call('POST', 'groups', { name }));
  form.reset();
  return `${name} is ${group ? 'changed' : 'in the directory'}.`;
};

const saveProvisioning = async () => {
  const { address, token, dialect, domains, every_minutes, running } = at('provisioning-form').elements;
  await call('PUT', 'provisioning', {
    address: address.value,
    ...(token.value !== '' && { token: token.value }),
    dialect: dialect.value,
    domains: domains.value.split(/[\s,]+/).filter(Boolean),
    every_minutes: Number(every_minutes.value),
    running: running.checked,
  });
  token.value = '';
  return 'Saved.';
};

const register = async () => {
  const form = at('provider-form');
  const name = form.elements.name.value;
  await call('POST', 'service-providers', { metadata: form.elements.metadata.value, ...(name !== '' && { name }) });
  form.reset();
  return 'The application is registered.';
};

const provider = (id) => `service-providers?entity_id=${encodeURIComponent(id)}`;

/** What a button does, by the name of its data. */
const doings = {
  editPerson: ['person-message', async (id) => editPerson(id)],
  editGroup: ['group-message', async (id) => editGroup(id)],
  personState: [
    'person-message',
    async (id, { disabled }) => {
      await call('PATCH', `people/${id}`, { disabled: disabled === 'true' });
      return disabled === 'true' ? 'The account is disabled.' : 'The account is enabled.';
    },
  ],
  deletePerson: [
    'person-message',
    async (id) => {
      await call('DELETE', `people/${id}`);
      return 'The person is not in the directory any more.';
    },
  ],
  deleteGroup: [
    'group-message',
    async (id) => {
      await call('DELETE', `groups/${id}`);
      return 'The group is not in the directory any more.';
    },
  ],
  consent: [
    'entra-message',
    async (id, { how }) => {
      await call(how, `consents/${id}`);
      return how === 'PUT' ? 'Nobody is asked any more.' : 'Everybody is asked again.';
    },
  ],
  certificate: [
    'saml-message',
    async (path, { how }) => {
      await call(how, `certificates/${path}`);
      return { POST: 'The metadata has one more certificate.', PUT: 'The directory signs with it.', DELETE: 'The certificate is removed.' }[
        how
      ];
    },
  ],
  removeProvider: [
    'saml-message',
    async (id) => {
      await call('DELETE', provider(id));
      return 'The application is removed.';
    },
  ],
};

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('button');
  const name = button && Object.keys(doings).find((one) => one in button.dataset);
  if (!name) return;
  const [line, work] = doings[name];
  void run(line, () => work(button.dataset[name], button.dataset));
});

document.addEventListener('change', (event) => {
  const { dataset, value, checked } = event.target;
  if (dataset?.sign) void run('saml-message', () => call('PATCH', provider(dataset.sign), { sign: value }).then(() => 'Saved.'));
  if (dataset?.encrypt) void run('saml-message', () => call('PATCH', provider(dataset.encrypt), { encrypt: checked }).then(() => 'Saved.'));
});

const submits = (form, line, work) =>
  at(form).addEventListener('submit', (event) => {
    event.preventDefault();
    void run(line, work);
  });

submits('person-form', 'person-message', savePerson);
submits('group-form', 'group-message', saveGroup);
submits('provider-form', 'saml-message', register);
submits('provisioning-form', 'provisioning-message', saveProvisioning);
at('person-form').addEventListener('reset', () => edit('person'));
at('group-form').addEventListener('reset', () => {
  edit('group');
  at('group-form').querySelector('fieldset').hidden = true;
  at('group-members').replaceChildren();
});
at('metadata-file').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (file) at('provider-form').elements.metadata.value = await file.text();
});
for (const [id, how, sentence] of [
  ['rotate-keys', 'rotate', 'The next key signs; the one before is still believed.'],
  ['replace-keys', 'replace', 'A new key signs, and no other is believed.'],
])
  at(id).addEventListener('click', () => {
    void run('entra-message', async () => {
      await call('POST', `keys/${how}`);
      return sentence;
    });
  });
at('provisioning-test').addEventListener('click', () => {
  void run('provisioning-message', async () => {
    const { succeeded } = await call('POST', 'provisioning/test');
    if (!succeeded) throw new Error('The application does not answer as it should: see the log.');
    return 'The application answers as it should.';
  });
});
at('provisioning-run').addEventListener('click', () => {
  void run('provisioning-message', async () => {
    const { succeeded } = await call('POST', 'provisioning/run');
    if (!succeeded) throw new Error('Not everything was taken: see the log.');
    return 'The application knows everybody.';
  });
});
at('provisioning-forget').addEventListener('click', () => {
  void run('provisioning-message', async () => {
    await call('DELETE', 'provisioning');
    at('provisioning-form').reset();
    return 'The application is forgotten.';
  });
});
