import type { Request } from '@vitrine/contract/endpoint.ts';
import type { Place } from '@vitrine/contract/organisation/maintenance.ts';
import { ofPartner, ofPlatform } from '#endpoints/organisation/maintenance.ts';
import { call } from '#platform/http.ts';

/** Begins or ends maintenance of the platform or of a partner. */
export const change = ({ id }: Place, body: Request<typeof ofPlatform>['body']): Promise<Place> =>
  id === null ? call(ofPlatform, { body }) : call(ofPartner, { params: { id }, body });
