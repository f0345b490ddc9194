/** A file as a row: among the statements of a request or of a job. */
import { query } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';

type Kept = {
  id: string;
  /** One of the contract's kinds, or a word of the feature whose job made it. */
  kind: string;
  name: string;
  content_type: string;
  bytes: Buffer;
  width?: number | null;
  height?: number | null;
  person_id?: string | null;
  /** When it is of no use any more, whatever refers to it. */
  expires_at?: Date;
};

/** The insert. Give the file's address away with `fileAddress`. */
export const storeFile = ({ bytes, ...file }: Kept) =>
  query.insertInto('file').values({ ...file, tenant_id: ownTenant, bytes, size: bytes.length });
