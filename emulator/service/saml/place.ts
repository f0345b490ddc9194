import { z } from 'zod';
import type { Service } from '../service.ts';
import { SamlError } from './samlError.ts';

/** The directory as an identity provider. */
export type Place = { id: string; entity_id: string; base: string };

const path = z.object({ directory: z.string().toLowerCase() });

/** The directories are those of the applications. */
export const directoryIds = ({ state }: Service): string[] => [...new Set(state.applications.map(({ tenant_id }) => tenant_id))];

export const placeOf = (service: Service, id: string): Place => {
  const base = `${service.origin()}/saml/${id}`;
  return { id, entity_id: base, base };
};

/** The directory that the path names. */
export const placeIn = (service: Service, params: unknown): Place => {
  const { directory } = path.parse(params);
  if (!directoryIds(service).includes(directory)) throw new SamlError(`There is no directory '${directory}'.`);
  return placeOf(service, directory);
};
