/** Sends the bytes of a file. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { UploadKind } from '@vitrine/contract/system/files.ts';
import { add } from '#endpoints/system/files.ts';
import { call } from './http.ts';

/** Stores a file; it stays when something that is saved within a day refers to its id. */
export const uploadFile = (kind: UploadKind, name: string, content: Blob): Promise<Answer<typeof add>> =>
  call(add, { query: { kind, name: name.slice(0, 200) || 'file' }, body: content });
