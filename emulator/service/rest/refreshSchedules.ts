import type { FastifyInstance } from 'fastify';
import type { SentSchedule } from '@vitrine/powerbi/wire/datasetSettings.ts';
import { z } from 'zod';
import { scheduleShape } from '../datasets/schedule.ts';
import { invalidRequest } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { bodyAs } from './body.ts';
import { datasetOf, ownDatasetOf } from './datasetOf.ts';

const change = z.object({ value: scheduleShape.partial() });
const directQueryChange = z.object({
  value: z.union([
    z.strictObject({ frequency: z.union([z.literal(15), z.literal(30), z.literal(60), z.literal(120), z.literal(180)]) }),
    scheduleShape.pick({ days: true, times: true, localTimeZoneId: true }),
  ]),
});

/** Scheduled refreshes of imported data, and of tiles on live data (docs/reference/powerbi.md A4). */
export const registerRefreshSchedules = (app: FastifyInstance, service: Service): void => {
  const dataset = '/groups/:group/datasets/:dataset';

  const context = (subject: string): string => `${service.origin()}/v1.0/myorg/$metadata#${subject}`;

  app.get(`${dataset}/refreshSchedule`, async (request): Promise<SentSchedule> => ({
    '@odata.context': context('refreshSchedule'),
    ...datasetOf(service, request).state.schedule,
  }));

  app.patch(`${dataset}/refreshSchedule`, async (request, reply) => {
    const { workspace, state } = ownDatasetOf(service, request);
    const { value } = bodyAs(change, request.body);
    if (value.notifyOption === 'MailOnFailure') throw invalidRequest('A service principal can only use the notify option NoNotification');
    if (value.enabled === false && Object.keys(value).length > 1)
      throw invalidRequest('A request that disables the refresh schedule must not change anything else');
    const isShared = workspace.capacity_id === undefined;
    const most = isShared ? service.limits.shared_refreshes_a_day : service.limits.capacity_refreshes_a_day;
    const times = value.times ?? state.schedule.times;
    if (exceeds(times.length, most)) throw invalidRequest(`A refresh schedule may have at most ${most} times a day`);
    // Sent without `enabled`, a schedule is switched on.
    state.schedule = { ...state.schedule, enabled: true, ...value };
    state.scheduled_until_ms = service.clock.now();
    return reply.code(200).send();
  });

  app.get(`${dataset}/directQueryRefreshSchedule`, async (request) => ({
    '@odata.context': context('directQueryRefreshSchedule'),
    ...(datasetOf(service, request).state.direct_query_schedule ?? { frequency: 60 }),
  }));

  app.patch(`${dataset}/directQueryRefreshSchedule`, async (request, reply) => {
    ownDatasetOf(service, request).state.direct_query_schedule = bodyAs(directQueryChange, request.body).value;
    return reply.code(200).send();
  });
};
