/** A statement that publishes a live event, to be run with the statements of the change. */
import type { Topic } from '@vitrine/contract/system/live.ts';
import { query } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';

type About = {
  topic: Topic;
  /** Without it: everybody who works in the unit now. */
  person_id?: string;
  /** Ids by which a page knows whether it shows what has changed. Nothing that is not for everybody. */
  about?: Record<string, string>;
};

/** Sent shortly after the transaction commits, and not at all if it does not. */
export const publishEvent = ({ topic, person_id, about = {} }: About) =>
  query.insertInto('live_event').values({ tenant_id: ownTenant, topic, person_id: person_id ?? null, about: JSON.stringify(about) });
