import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceClock } from '../clock.ts';
import { personById } from './directory.ts';
import type { Directory } from './directory.ts';
import type { Person } from './people.ts';

/** An application that somebody went on to by SAML, which is told when they sign out. */
export type Participant = { entity_id: string; person: string; name_id: string; name_id_format: string; session_index: string };

/** A browser in which people have signed in to the directory. */
export type BrowserSession = {
  id: string;
  /** When each of them proved who they are, by object id; the last one is last. */
  people: Map<string, number>;
  participants: Participant[];
  last_used_at_ms: number;
};

/** Who is signed in, and since when. */
export type SignedIn = { person: Person; authenticated_at_ms: number };

const cookie = 'directory_session';
const lifeMs = 8 * 60 * 60_000;
const most = 5_000;

/** Sign-ins by browser, as long as the service runs. */
export const createSessions = ({ clock, directory }: { clock: ServiceClock; directory: Directory }) => {
  const sessions = new Map<string, BrowserSession>();

  const tidy = (): void => {
    for (const [id, { last_used_at_ms }] of sessions) {
      if (sessions.size < most && last_used_at_ms + lifeMs > clock.now()) return;
      sessions.delete(id);
    }
  };

  const read = (request: FastifyRequest): BrowserSession | undefined => {
    const id = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
    const session = sessions.get(id ?? '');
    if (!session || session.last_used_at_ms + lifeMs <= clock.now()) return undefined;
    return session;
  };

  const write = (reply: FastifyReply, value: string, more = ''): void => {
    reply.header('set-cookie', `${cookie}=${value}; Path=/; HttpOnly; SameSite=Lax${more}`);
  };

  return {
    read,

    /** Everybody who is signed in in this browser and still may be. */
    people: (request: FastifyRequest): SignedIn[] =>
      [...(read(request)?.people ?? [])].flatMap(([id, authenticated_at_ms]) => {
        const person = personById(directory, id);
        return person && !person.disabled ? [{ person, authenticated_at_ms }] : [];
      }),

    /** Somebody has proven who they are: the browser gets a session with a new name. */
    signIn: (request: FastifyRequest, reply: FastifyReply, person: Person): SignedIn => {
      tidy();
      const now = clock.now();
      const before = read(request);
      if (before) sessions.delete(before.id);
      const id = randomBytes(32).toString('base64url');
      const people = new Map(before?.people);
      people.delete(person.object_id);
      people.set(person.object_id, now);
      sessions.set(id, { id, people, participants: before?.participants ?? [], last_used_at_ms: now });
      write(reply, id);
      // What is asked of this request later on is answered for the session that it made.
      request.headers.cookie = `${cookie}=${id}`;
      return { person, authenticated_at_ms: now };
    },

    /** The sessions in which an application knows somebody by that name. */
    withParticipant: (entityId: string, nameId: string): BrowserSession[] =>
      [...sessions.values()].filter(({ participants }) => participants.some((one) => one.entity_id === entityId && one.name_id === nameId)),

    end: ({ id }: BrowserSession): void => {
      sessions.delete(id);
    },

    forget: (reply: FastifyReply): void => write(reply, '', '; Max-Age=0'),
  };
};
export type Sessions = ReturnType<typeof createSessions>;
