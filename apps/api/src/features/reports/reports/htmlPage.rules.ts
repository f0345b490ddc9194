/**
 * What an HTML page may contain (docs/reference/specification.md 5, docs/reference/product-rules.md 11): text, tables and pictures with styles
 * inline. Elements, attributes, functions of styles and schemes of addresses are lists of what may stand; whatever else could run, load
 * or send is refused with its line. A real parser reads the page, so that what a browser would make of it
 * counts, not how it is written.
 */
import type { HtmlProblem } from '@vitrine/contract/reports/reports.ts';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, html, parse } from 'parse5';
import { fail } from '#platform/http/fail.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const mostProblems = 100;

/**
 * No page that people read comes near; what the parser adds by mending counts as well, because a few kilobytes of unclosed elements
 * become millions. Browsers nest no deeper either.
 */
const most = { nodes: 100_000, depth: 512, attributes: 500 };

/** Elements that people may expect to work, by the reason why they do not. Any other that is not listed below is refused as well. */
const refusedElements = new Map<string, HtmlProblem['what']>([
  ['script', 'script'],
  ['style', 'style_block'],
  ['link', 'external_css'],
  ...['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'foreignobject'].map((name) => [name, 'frame'] as const),
  ...['form', 'input', 'button', 'select', 'textarea'].map((name) => [name, 'form'] as const),
  ['base', 'base'],
  // SVG animations can set an address after it was checked.
  ...['animate', 'animatemotion', 'animatetransform', 'set'].map((name) => [name, 'script'] as const),
  ...['audio', 'video', 'source', 'track', 'picture'].map((name) => [name, 'outside'] as const),
]);

const words = (text: string): string[] => text.trim().split(/\s+/);

const elements = new Set(
  words(`
    html head title meta body
    address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr
    label legend li main menu nav ol optgroup option p pre search section summary ul
    a abbr acronym area b bdi bdo big br cite code data del dfn em font i img ins kbd map mark meter nobr output progress q rp rt ruby s samp
    small span strike strong sub sup time tt u var wbr
    caption col colgroup table tbody td tfoot th thead tr
    svg circle clippath defs desc ellipse g image line lineargradient marker mask path pattern polygon polyline radialgradient rect stop
    symbol text textpath tspan use view
    filter feblend fecolormatrix fecomposite fedropshadow feflood fegaussianblur femerge femergenode femorphology feoffset`),
);

const htmlAttributes = new Set(
  words(`
    class dir hidden id lang role style tabindex title translate xml:lang xml:space xmlns
    align alt bgcolor border cellpadding cellspacing charset cite clear color cols colspan content coords datetime decoding face frame headers
    height high href hspace loading low max min name noshade nowrap open optimum rel reversed rowspan rules scope shape size span src start
    summary target type usemap valign value version vspace width abbr axis char charoff compact`),
);

/** What a <meta> may say; another could change how addresses are followed. */
const metaNames = new Set(words('application-name author color-scheme date description generator keywords robots theme-color viewport'));

const unstyled = new Set(['html', 'head', 'body']);

const picture = String.raw`data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]`;
const file = String.raw`\/api\/files\/[\da-f-]{36}\/[\w.-]{1,60}`;
const ownPicture = new RegExp(String.raw`^\s*(?:${picture}|${file}\s*$)`, 'i');
const ownInStyle = new RegExp(String.raw`\s*["']?\s*(?:#|${picture}|${file}\s*["')])`, 'iy');

/** A picture in the page itself, or a file of the unit by its signed address. */
const isOwnPicture = (address: string): boolean => ownPicture.test(address);

const linkSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** Schemes are read as browsers read them: without blanks and control characters. */
const schemeOf = (address: string): string | null =>
  // eslint-disable-next-line no-control-regex -- browsers skip them
  /^([a-z][a-z0-9+.-]*):/i.exec(address.replaceAll(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase() ?? null;

const styleFunctions = new Set(
  words(`
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
    calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp var env attr counter counters
    linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
    translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d
    skew skewx skewy matrix matrix3d perspective
    blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
    circle ellipse inset polygon path rect xywh cubic-bezier steps linear repeat minmax fit-content`),
);

/** Only known functions, and addresses only of own pictures and of parts of the page. A backslash could hide one. */
function isHarmlessStyle(style: string): boolean {
  if (style.includes('\\') || style.includes('@')) return false;
  for (const { 0: call, 1: name = '', index } of style.matchAll(/(?<![-\w])([-\w]+)\(/g)) {
    ownInStyle.lastIndex = index + call.length;
    if (name.toLowerCase() === 'url' ? !ownInStyle.test(style) : !styleFunctions.has(name.toLowerCase())) return false;
  }
  return true;
}

/** Links lead anywhere that a browser opens as a page; whatever is loaded is part of the page or a file of the unit. */
function problemOfAddress(tag: string, address: string, inDrawing: boolean): HtmlProblem['what'] | null {
  const scheme = schemeOf(address);
  const isLoaded = tag !== 'a' && tag !== 'area';
  if (scheme !== null && !linkSchemes.has(scheme) && !(isLoaded && scheme === 'data' && isOwnPicture(address))) return 'address';
  if (!isLoaded) return null;
  const isOwn = tag === 'img' || tag === 'image' ? isOwnPicture(address) : inDrawing && address.startsWith('#');
  return isOwn ? null : 'outside';
}

const addresses = new Set(['href', 'xlink:href', 'src']);

/** The drawing attributes are many and say no more than styles do. */
const mayStand = (name: string, inDrawing: boolean): boolean =>
  htmlAttributes.has(name) || /^(?:aria|data)-/.test(name) || (inDrawing && /^(?:[a-z][a-z0-9-]*|xmlns:xlink)$/.test(name));

function problemOfAttribute(tag: string, name: string, value: string, inDrawing: boolean): HtmlProblem['what'] | null {
  if (name.startsWith('on')) return 'event';
  if (name === 'srcdoc') return 'frame';
  if (name === 'style' && unstyled.has(tag)) return 'root_style';
  if (addresses.has(name)) return problemOfAddress(tag, value, inDrawing);
  if (!mayStand(name, inDrawing)) return 'attribute';
  return (name === 'style' || inDrawing) && !isHarmlessStyle(value) ? 'active_style' : null;
}

const refusesMeta = (attrs: Element['attrs']): boolean =>
  attrs.some(({ name, value }) => name === 'http-equiv' || (name === 'name' && !metaNames.has(value.trim().toLowerCase())));

function* problemsOfElement({ tagName, namespaceURI, attrs, sourceCodeLocation: at }: Element): Generator<HtmlProblem> {
  const line = at?.startLine ?? 1;
  const tag = tagName.toLowerCase();
  const refused = refusedElements.get(tag) ?? (elements.has(tag) ? null : 'element');
  if (refused) {
    yield { line, what: refused };
    return;
  }
  if (tag === 'meta' && refusesMeta(attrs)) yield { line, what: 'meta' };
  const inDrawing = namespaceURI === html.NS.SVG;
  for (const { name, prefix, value } of attrs) {
    const whole = prefix ? `${prefix}:${name}` : name;
    const what = problemOfAttribute(tag, whole.toLowerCase(), value, inDrawing);
    if (what) yield { line: at?.attrs?.[whole]?.startLine ?? line, what };
  }
}

/** Builds the tree as a browser does, and stops as soon as it exceeds a limit. */
function readPage(page: string): DefaultTreeAdapterTypes.Document {
  const count = { nodes: 0, depth: 0 };
  const addNode = (attributes = 0) => {
    count.nodes++;
    if (count.nodes > most.nodes || attributes > most.attributes) fail('too_complex');
  };
  return parse(page, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tagName, namespace, attrs) {
        addNode(attrs.length);
        return defaultTreeAdapter.createElement(tagName, namespace, attrs);
      },
      createCommentNode(data) {
        addNode();
        return defaultTreeAdapter.createCommentNode(data);
      },
      // A second <html> or <body> gives its attributes to the first.
      adoptAttributes(recipient, attrs) {
        addNode(recipient.attrs.length + attrs.length);
        defaultTreeAdapter.adoptAttributes(recipient, attrs);
      },
      onItemPush() {
        if (++count.depth > most.depth) fail('too_complex');
      },
      onItemPop() {
        count.depth--;
      },
    },
  });
}

function* walk(node: Node): Generator<Element> {
  // A stack instead of recursion: depth costs no frames.
  const open: Node[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('tagName' in next) yield next;
    if ('content' in next) open.push(next.content);
    if ('childNodes' in next) for (const child of next.childNodes.toReversed()) open.push(child);
  }
}

/** All forbidden parts, by line. Refuses with `too_complex` a page beyond the limits. */
export function problemsOf(page: string): HtmlProblem[] {
  const problems: HtmlProblem[] = [];
  for (const element of walk(readPage(page))) {
    problems.push(...problemsOfElement(element));
    if (problems.length >= mostProblems) break;
  }
  return problems.toSorted((a, b) => a.line - b.line).slice(0, mostProblems);
}
