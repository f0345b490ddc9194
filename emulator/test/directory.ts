import type { Emulator } from '../emulator.ts';
import { demoPassword } from '../service/directory/demoDirectory.ts';

/** A page, or where it leads to. */
export type Page = { status: number; text: string; location: string | null };

/** A form of a page: where it goes, and what it sends. */
export type Form = { action: string; fields: Record<string, string> };

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** The first form of a page. */
export const formOf = ({ text }: Page): Form => {
  const form = /<form[^>]*>[\s\S]*?<\/form>/.exec(text)?.[0] ?? '';
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const fields = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [plain(name), plain(value)]));
  return { action: plain(/action="([^"]*)"/.exec(form)?.[1] ?? ''), fields };
};

/** A browser: it keeps the cookie of the directory, and goes nowhere by itself. */
export const openBrowser = (language = 'en') => {
  let cookie = '';
  const go = async (address: string, form?: Record<string, string>): Promise<Page> => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { 'accept-language': language, ...(cookie && { cookie }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) cookie = set.slice(0, set.indexOf(';'));
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
  };

  return {
    go,
    /** Chooses somebody on a page that asks who is signing in, and says the password. */
    signInAs: async (page: Page, person: string, password = demoPassword): Promise<Page> => {
      const { action, fields } = formOf(page);
      const asked = await go(action, { ...fields, person });
      const second = formOf(asked);
      return second.fields['SAMLResponse'] === undefined ? go(second.action, { ...second.fields, password }) : asked;
    },
  };
};

export const samlAt = (emulator: Emulator, directory: string, path: string): string => `${emulator.origin}/saml/${directory}/${path}`;
