/** Telling open pages that something has changed: a statement among those that change it. */
import type { Topic } from '@vitrine/contract/features/live.ts';
import { query } from '../database/query.ts';
import { ownTenant } from '../ownTenant.ts';

type About = {
  topic: Topic;
  /** Left out: everybody who works in the unit now. */
  person_id?: string;
  /** Ids by which a page knows whether it shows what has changed. Nothing that not everybody may see. */
  about?: Record<string, string>;
};

/** Heard a moment after the transaction holds, and not at all without it. */
export const tellLive = ({ topic, person_id, about = {} }: About) =>
  query.insertInto('live_event').values({ tenant_id: ownTenant, topic, person_id: person_id ?? null, about: JSON.stringify(about) });
