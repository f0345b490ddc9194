import type { FastifyInstance } from 'fastify';
import { datasourceUpdate, parameterUpdate } from '@vitrine/powerbi/wire/datasetSettings.ts';
import type { SentDatasource, SentParameter } from '@vitrine/powerbi/wire/datasetSettings.ts';
import { datasourcesOf } from '../datasets/datasources.ts';
import { invalidRequest } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { callerOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { datasetOf, ownDatasetOf } from './datasetOf.ts';
import { list } from './odata.ts';

const sameDetails = (a: Record<string, string>, b: Record<string, string>): boolean =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

/** Parameters, data sources and owner of a dataset (docs/reference/powerbi.md A4). */
export const registerDatasetSources = (app: FastifyInstance, service: Service): void => {
  const dataset = '/groups/:group/datasets/:dataset';

  app.get(`${dataset}/parameters`, async (request) => {
    const { model, state } = datasetOf(service, request);
    const rows = model.parameters.map(({ name, type, required, value, suggested }): SentParameter => ({
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
    return list<SentDatasource>(service, 'datasources', datasourcesOf(model, state));
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
