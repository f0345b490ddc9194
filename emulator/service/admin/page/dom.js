/** What every part of the page draws and asks with; text from data is never read as HTML. */
export const at = (id) => document.getElementById(id);

export const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
};

export const call = async (method, path, body) => {
  const answer = await fetch(`/admin/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const told = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(told.message ?? answer.statusText);
  return told;
};

export const drawn = new Map();

/** Draws a part of the page when its data has changed, and leaves the focus where it was. */
export const show = (view, data, draw) => {
  const text = JSON.stringify(data);
  if (drawn.get(view) === text) return;
  drawn.set(view, text);
  const room = document.querySelector(`[data-view="${view}"]`);
  const key = room.contains(document.activeElement) && document.activeElement.dataset.key;
  room.replaceChildren(...[draw(data)].flat());
  // What had the focus may be gone: then its list has it.
  if (key) (room.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? room).focus();
};

const moods = {
  Completed: 'good',
  Succeeded: 'good',
  Active: 'good',
  Failed: 'bad',
  Cancelled: 'muted',
  Paused: 'muted',
};
export const status = (text) => element('span', { class: moods[text] ?? 'busy' }, text);

export const clock = (iso) => new Date(iso).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' });

export const table = (heads, rows, nothing) => {
  if (rows.length === 0) return element('p', { class: 'empty' }, nothing);
  const head = element('tr', {}, ...heads.map(([name, kind]) => element('th', { scope: 'col', class: kind }, name)));
  const body = rows.map((cells) => element('tr', {}, ...cells.map((cell, i) => element('td', { class: heads[i][1] }, cell))));
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
};

let afterwards = async () => undefined;
/** What is done after every action: the page shows what it has become. */
export const onAction = (work) => {
  afterwards = work;
};

/** Does something, and tells beside it how that went. */
export const run = async (id, work) => {
  const line = at(id);
  try {
    const told = (await work()) ?? '';
    line.className = 'good';
    line.textContent = told;
  } catch (error) {
    line.className = 'bad';
    line.textContent = error instanceof Error ? error.message : String(error);
  }
  await afterwards();
};
