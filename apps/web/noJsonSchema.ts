/** In place of what writes zod's schemas down as JSON schemas, part of 5 KB of the first list that no browser needs. */
const unavailable = () => (): never => {
  throw new Error('JSON schemas are written by the server');
};

export const createToJSONSchemaMethod = unavailable;
export const createStandardJSONSchemaMethod = unavailable;
