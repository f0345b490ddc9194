/** Where a click on the logo may lead: a path of the portal, or a site. Decided anew wherever it is used, whatever a database holds. */

/** The page of the portal that leads there. It takes no target from anybody: only what the unit has set. */
export const logoPath = '/logo';

/** The rule of `internalPath` of fields.ts without its schemas, which the pages that use this have no need of. */
const isPath = (page: string): boolean =>
  page.length <= 300 &&
  /^\/(?![/\\])[\x21-\x7e]*$/.test(page) &&
  !page.includes('\\') &&
  !/%2f|%5c/i.test(page) &&
  !page.split(/[?#]/)[0]?.split('/').includes('..');

/**
 * The address as browsers understand it, or null. A script, `//evil.example` and `https://lojas.example@evil.example`, which looks like one
 * site and is another, are none.
 */
export function logoTarget(page: string): string | null {
  if (isPath(page)) return page;
  if (/\s/.test(page) || !URL.canParse(page)) return null;
  const { protocol, username, password, href } = new URL(page);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : null;
}
