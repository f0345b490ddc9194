import type { EmbedGrant } from './grant.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { Service } from '../service.ts';
import { locatePaginated, locateReport } from '../tenant/state.ts';

/** What a report says on a paused capacity (docs/reference/powerbi.md B8). */
const capacityPaused: EmbedError = {
  message: 'ExplorationContainer_FailedToLoadModel_DefaultDetails',
  detailedMessage: 'The capacity of this workspace is paused',
  errorCode: '403',
  level: 6,
};

/** What an embed token allows at this moment, or why nothing. */
export const checkEmbedToken =
  (service: Service) =>
  (token: string): EmbedGrant | EmbedError => {
    const outcome = service.embedTokens.check(token);
    if ('errorCode' in outcome) return outcome;
    const capacityIds = outcome.reports.map(
      ({ id }) => (locateReport(service.state, id) ?? locatePaginated(service.state, id))?.workspace.capacity_id ?? '',
    );
    return capacityIds.some((id) => service.state.capacities.get(id)?.paused) ? capacityPaused : outcome;
  };
