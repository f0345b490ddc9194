/** What stands on a page, in lines: for whoever has to find out why a test did not find what it looked for. */

const said = 'h1,h2,h3,h4,h5,h6,p,li,td,th,label,button,a,input,textarea,select,option,[role="alert"],[role="status"],[role="dialog"]';
const hasLines = (element: Element) => element.querySelector(said) !== null;
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function line(element: Element): string {
  const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
  const name = element.getAttribute('aria-label');
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const label = name ?? oneLine([...(element.labels ?? [])].map(({ textContent }) => textContent).join(' '));
    return `${role} “${label}” = ${'checked' in element && /checkbox|radio/.test(element.type) ? String(element.checked) : `“${element.value}”`}`;
  }
  if (hasLines(element)) return name === null ? role : `${role} “${name}”`;
  const isBusy = element.matches('[data-loading], [aria-busy="true"]');
  return `${role} “${name ?? oneLine(element.textContent ?? '')}”${isBusy ? ' (busy)' : ''}`;
}

const depthOf = (element: Element, root: Element): number => {
  let depth = 0;
  for (let above = element.parentElement; above && above !== root; above = above.parentElement) if (above.matches(said)) depth += 1;
  return depth;
};

const calls: string[] = [];

/** Remembers what the page asked the portal for. */
export function noteCall(call: string | null): void {
  if (call === null) calls.length = 0;
  else calls.push(call);
}

export function outline(root: Element): string {
  const lines = [...root.querySelectorAll(said)].map((element) => `${'  '.repeat(depthOf(element, root))}${line(element)}`);
  return ['The last calls:', ...calls.slice(-8), '', `At ${location.pathname}${location.search}:`, ...lines].join('\n');
}
