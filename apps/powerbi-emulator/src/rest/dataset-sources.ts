import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { datasourcesOf } from '../datasets/datasources.ts';
import { invalidRequest } from '../errors.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { callerOf } from './authorize.ts';
import { bodyAs } from './body.ts';
import { datasetOf, ownDatasetOf } from './dataset-of.ts';
import { list } from './odata.ts';

const parameterUpdate = z.object({ updateDetails: z.array(z.object({ name: z.string(), newValue: z.string() })).min(1) });

const connectionDetails = z.record(z.string(), z.string());
const datasourceUpdate = z.object({
  updateDetails: z
    .array(
      z.object({
        datasourceSelector: z.object({ datasourceType: z.string(), connectionDetails }),
        connectionDetails,
      }),
    )
    .min(1),
});

const sameDetails = (a: Record<string, string>, b: Record<string, string>): boolean =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

/** Parameters, data sources and owner of a dataset (powerbi.md A4). */
export const registerDatasetSources = (app: FastifyInstance, service: Service): void => {
  const dataset = '/groups/:group/datasets/:dataset';

  app.get(`${dataset}/parameters`, async (request) => {
    const { model, state } = datasetOf(service, request);
    const rows = model.parameters.map(({ name, type, required, value, suggested }) => ({
      name,
      type,
      isRequired: required,
      currentValue: state.parameters[name] ?? value,
      ...(suggested.length > 0 && { suggestedValues: suggested }),
    }));
    return list(service, 'parameters', rows);
  });

  app.post(`${dataset}/Default.UpdateParameters`, async (request, reply) => {
    const { model, state } = ownDatasetOf(service, request);
    const { updateDetails } = bodyAs(parameterUpdate, request.body);
    const most = service.limits.parameters_per_update;
    if (exceeds(updateDetails.length, most)) throw invalidRequest(`At most ${most} parameters can be updated in one request`);
    for (const { name } of updateDetails) {
      const known = model.parameters.find((parameter) => parameter.name === name);
      if (!known) throw invalidRequest(`The parameter '${name}' does not exist in the dataset`);
      if (known.type === 'Any' || known.type === 'Binary')
        throw invalidRequest(`The parameter '${name}' of type ${known.type} cannot be updated`);
    }
    for (const { name, newValue } of updateDetails) state.parameters[name] = newValue;
    return reply.code(200).send();
  });

  app.get(`${dataset}/datasources`, async (request) => {
    const { model, state } = datasetOf(service, request);
    return list(service, 'datasources', datasourcesOf(model, state));
  });

  app.post(`${dataset}/Default.UpdateDatasources`, async (request, reply) => {
    const { model, state } = ownDatasetOf(service, request);
    const { updateDetails } = bodyAs(datasourceUpdate, request.body);
    const sources = structuredClone(datasourcesOf(model, state));
    for (const { datasourceSelector, connectionDetails: next } of updateDetails) {
      const { datasourceType, connectionDetails: wanted } = datasourceSelector;
      const found = sources.find(
        (source) => source.datasourceType.toLowerCase() === datasourceType.toLowerCase() && sameDetails(source.connectionDetails, wanted),
      );
      if (!found) throw invalidRequest('The data source that the selector describes does not exist in the dataset');
      found.connectionDetails = next;
    }
    state.datasources = sources;
    return reply.code(200).send();
  });

  app.post(`${dataset}/Default.TakeOver`, async (request, reply) => {
    datasetOf(service, request, 'Contributor').state.owner = callerOf(request).application.object_id;
    return reply.code(200).send();
  });
};
