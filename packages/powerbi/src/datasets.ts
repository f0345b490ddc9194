import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { withSpelling } from './json.ts';
import { listOf } from './wire/shapes.ts';
import { properties } from './wire/datasets.ts';

/** A dataset, "semantic model" in newer words (docs/reference/powerbi.md A4). */
export type Dataset = z.infer<typeof properties>;

const dataset = z.preprocess((value) => withSpelling(value, Object.keys(properties.shape)), properties);

/** Datasets of a workspace (docs/reference/powerbi.md A4), read whatever the letter case of their members. Errors: `PowerBiError`. */
export const datasetCalls = (call: Caller) => ({
  /** `GET /groups/{workspace}/datasets`, all of them. */
  list: (workspaceId: string, options: CallOptions = {}): Promise<Dataset[]> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/datasets`, reply: listOf(dataset), signal: options.signal }),

  /** `GET /groups/{workspace}/datasets/{id}`. `not_found` may also mean that the Build permission is missing. */
  get: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<Dataset> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/datasets/${datasetId}`, reply: dataset, signal: options.signal }),
});
