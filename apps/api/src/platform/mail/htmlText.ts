/** The words of a mail that has HTML alone. What programs mark as quoted is left out; the rest of it is found by its words. */
import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const silent: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title', 'template', 'blockquote']);
const blocks: ReadonlySet<string> = new Set(['p', 'div', 'li', 'ul', 'ol', 'tr', 'table', 'h1', 'h2', 'h3', 'h4', 'pre', 'section']);
/** Gmail, Yahoo, Thunderbird. */
const quotes: ReadonlySet<string> = new Set(['gmail_quote', 'gmail_quote_container', 'yahoo_quoted', 'moz-cite-prefix']);
/** Outlook begins what is answered with one of these, and all that follows belongs to it. */
const begins: ReadonlySet<string> = new Set(['divRplyFwdMsg', 'appendonsend', 'mail-editor-reference-message-container']);

const attribute = ({ attrs }: Element, name: string): string => attrs.find((one) => one.name === name)?.value ?? '';
const isElement = (node: Node): node is Element => 'tagName' in node;

const isQuote = (element: Element): boolean =>
  silent.has(element.tagName) ||
  attribute(element, 'class')
    .split(/\s+/)
    .some((name) => quotes.has(name));

export function htmlText(html: string): string {
  const parts: string[] = [];
  /** False: what follows is quoted. */
  const walk = (node: Node): boolean => {
    if (node.nodeName === '#text' && 'value' in node) parts.push(node.value.replaceAll(/\s+/g, ' '));
    if (isElement(node)) {
      if (begins.has(attribute(node, 'id'))) return false;
      if (isQuote(node)) return true;
      if (node.tagName === 'br') parts.push('\n');
    }
    const isBlock = isElement(node) && blocks.has(node.tagName);
    if (isBlock) parts.push('\n');
    const goesOn = !('childNodes' in node) || node.childNodes.every((child) => walk(child));
    if (isBlock) parts.push('\n');
    return goesOn;
  };
  walk(parse(html));
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
