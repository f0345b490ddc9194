/**
 * What a page of HTML may hold (specification section 5, product-decisions 11): words, tables and pictures with styles
 * inline. Whatever could run, load or send is refused with its line, read by a real parser: what a browser would make of it
 * counts, not what it looks like.
 */
import type { HtmlProblem } from '@vitrine/contract/features/reports.ts';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export const largestPageBytes = 2 * 1024 * 1024;
const mostProblems = 100;

const forbiddenElements = new Map<string, HtmlProblem['what']>([
  ['script', 'script'],
  ['style', 'style_block'],
  ['link', 'external_css'],
  ['iframe', 'frame'],
  ['frame', 'frame'],
  ['frameset', 'frame'],
  ['object', 'frame'],
  ['embed', 'frame'],
  ['applet', 'frame'],
  ['portal', 'frame'],
  ['form', 'form'],
  ['input', 'form'],
  ['button', 'form'],
  ['select', 'form'],
  ['textarea', 'form'],
  ['base', 'base'],
  // Animations of pictures can set an address after it was looked at.
  ['animate', 'script'],
  ['set', 'script'],
  ['foreignobject', 'frame'],
]);

/** Attributes that a browser follows. */
const addresses = new Set([
  'href',
  'src',
  'srcset',
  'action',
  'formaction',
  'background',
  'poster',
  'data',
  'cite',
  'ping',
  'longdesc',
  'xlink:href',
  'manifest',
  'codebase',
]);

const unstyled = new Set(['html', 'head', 'body']);

/** Schemes are read as browsers read them: without blanks and control characters. */
const schemeOf = (address: string): string | null =>
  // eslint-disable-next-line no-control-regex -- browsers skip them
  /^([a-z][a-z0-9+.-]*):/i.exec(address.replaceAll(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase() ?? null;

const isDangerous = (address: string): boolean => {
  const scheme = schemeOf(address);
  if (scheme === 'data') return !/^\s*data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i.test(address);
  return scheme !== null && !['http', 'https', 'mailto', 'tel'].includes(scheme);
};

/** Style sheets from elsewhere, and what old browsers ran. */
const isActiveStyle = (style: string): boolean => /@import|expression\s*\(|behavior\s*:|-moz-binding|javascript\s*:/i.test(style);

function problemsOfAttribute(tag: string, name: string, value: string): HtmlProblem['what'] | null {
  if (/^on/i.test(name)) return 'event';
  if (name === 'srcdoc') return 'frame';
  if (name === 'style' && unstyled.has(tag)) return 'root_style';
  if (name === 'style' && isActiveStyle(value)) return 'active_style';
  return addresses.has(name) && isDangerous(value) ? 'address' : null;
}

function* problemsOfElement({ tagName, attrs, sourceCodeLocation: at }: Element): Generator<HtmlProblem> {
  const line = at?.startLine ?? 1;
  const tag = tagName.toLowerCase();
  const forbidden = forbiddenElements.get(tag);
  if (forbidden) yield { line, what: forbidden };
  if (tag === 'meta' && attrs.some(({ name }) => name === 'http-equiv')) yield { line, what: 'meta' };
  for (const { name, prefix, value } of attrs) {
    const whole = prefix ? `${prefix}:${name}` : name;
    const what = problemsOfAttribute(tag, whole, value);
    if (what) yield { line: at?.attrs?.[whole]?.startLine ?? line, what };
  }
}

function* walk(node: Node): Generator<Element> {
  // A stack instead of recursion: somebody may nest a million elements.
  const open: Node[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('tagName' in next) yield next;
    if ('content' in next) open.push(next.content);
    if ('childNodes' in next) open.push(...next.childNodes.toReversed());
  }
}

/** Every part that must not be there, by line. */
export function problemsOf(html: string): HtmlProblem[] {
  const problems: HtmlProblem[] = [];
  for (const element of walk(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }))) {
    problems.push(...problemsOfElement(element));
    if (problems.length >= mostProblems) break;
  }
  return problems.toSorted((a, b) => a.line - b.line).slice(0, mostProblems);
}
