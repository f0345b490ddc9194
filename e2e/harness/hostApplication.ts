/** The example of `packages/embed` as the application of a customer: a page of another site, and the server that signs its tokens. */
import type { Signing } from '@vitrine/embed/example/site.ts';
import { openSite, signedToken } from '@vitrine/embed/example/site.ts';
import { origin as portal } from './addresses.ts';

export type HostApplication = {
  origin: string;
  /** What its server signs from now on. */
  sign: (signing: Signing) => void;
  /** How many tokens its page has asked for. */
  asked: () => number;
  close: () => Promise<void>;
};

export async function openHostApplication(): Promise<HostApplication> {
  let signing: Signing | null = null;
  let asked = 0;
  const token = () => {
    asked += 1;
    return signing && signedToken(signing);
  };
  const { origin, close } = await openSite({ portal, port: 0, token });
  return {
    origin,
    sign: (next) => {
      signing = next;
    },
    asked: () => asked,
    close,
  };
}
