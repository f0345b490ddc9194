/** Cookies of the portal: `__Host-` ones are HttpOnly and bound to the host; one more is readable, for the XSRF header. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { xsrfOf } from '#platform/secrets/tokens.ts';

/** The other half of the session: the bearer token works only together with it. */
const sessionCookie = '__Host-vitrine';
/** Marks a browser in which the person signed in before: attempts from it are counted apart. */
const deviceCookie = '__Host-vitrine-device';
/** Ties a sign-in that waits for its second step to the browser where the password was given. */
const stepCookie = '__Host-vitrine-step';
/** Ties a sign-in that is under way at Entra to the browser where it began. */
const entraCookie = '__Host-vitrine-entra';
/** Ties a sign-in that is under way at a SAML provider to the browser where it began. */
const samlCookie = '__Host-vitrine-saml';
/** Readable; axios sends it back as X-XSRF-TOKEN. */
const xsrfCookie = 'XSRF-TOKEN';

const dayInSeconds = 86_400;
const deviceDays = 365;
/** How long the session of a playlist may be renewed. */
export const renewableSeconds = 90 * dayInSeconds;
/** Secure even on plain http: browsers treat loopback as trustworthy, and elsewhere the portal is served by TLS. */
const fixed = { path: '/', secure: true, sameSite: 'lax' } as const;

export type Cookies = {
  session: string | undefined;
  device: string | undefined;
  /** Sets the session's cookie, and the XSRF value that follows from it, for as long as the session lasts. */
  setSession: (value: string, lastsSeconds: number) => void;
  /** Keeps them for as long as the session of a playlist may be renewed. */
  keepSession: () => void;
  clearSession: () => void;
  setDevice: (value: string) => void;
  step: string | undefined;
  setStep: (value: string, lastsSeconds: number) => void;
  clearStep: () => void;
  entra: string | undefined;
  setEntra: (value: string, lastsSeconds: number) => void;
  saml: string | undefined;
  setSaml: (value: string, lastsSeconds: number) => void;
};

export const deviceCookieOf = (request: FastifyRequest): string | undefined => request.cookies[deviceCookie];
export const sessionCookieOf = (request: FastifyRequest): string | undefined => request.cookies[sessionCookie];

export function openCookies(request: FastifyRequest, reply: FastifyReply): Cookies {
  const setSession = (value: string, maxAge: number) => {
    void reply.setCookie(sessionCookie, value, { ...fixed, httpOnly: true, maxAge });
    void reply.setCookie(xsrfCookie, xsrfOf(value), { ...fixed, httpOnly: false, maxAge });
  };
  const session = sessionCookieOf(request);
  return {
    session,
    device: deviceCookieOf(request),
    setSession,
    keepSession() {
      if (session !== undefined) setSession(session, renewableSeconds);
    },
    clearSession() {
      void reply.clearCookie(sessionCookie, { ...fixed, httpOnly: true });
      void reply.clearCookie(xsrfCookie, fixed);
    },
    setDevice: (value) => void reply.setCookie(deviceCookie, value, { ...fixed, httpOnly: true, maxAge: deviceDays * dayInSeconds }),
    step: request.cookies[stepCookie],
    setStep: (value, lastsSeconds) => void reply.setCookie(stepCookie, value, { ...fixed, httpOnly: true, maxAge: lastsSeconds }),
    clearStep: () => void reply.clearCookie(stepCookie, { ...fixed, httpOnly: true }),
    entra: request.cookies[entraCookie],
    saml: request.cookies[samlCookie],
    setSaml: (value, lastsSeconds) => void reply.setCookie(samlCookie, value, { ...fixed, httpOnly: true, maxAge: lastsSeconds }),
    setEntra: (value, lastsSeconds) => void reply.setCookie(entraCookie, value, { ...fixed, httpOnly: true, maxAge: lastsSeconds }),
  };
}
