import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the service keeps its files: a data directory that outlives it, or a folder that ends with it. */
export type ServiceStorage = {
  folder: string;
  /** Data files of imported models. */
  imports: string;
  /** A file that outlives the service; undefined where nothing does. */
  lasting: (name: string) => string | undefined;
  remove: () => Promise<void>;
};

export const openStorage = async (dataDirectory: string | undefined): Promise<ServiceStorage> => {
  const folder = dataDirectory === undefined ? await mkdtemp(join(tmpdir(), 'reporting-service-')) : resolve(dataDirectory);
  const imports = join(folder, 'imports');
  await mkdir(imports, { recursive: true });
  return {
    folder,
    imports,
    lasting: (name) => (dataDirectory === undefined ? undefined : join(dataDirectory, name)),
    remove: async () => {
      if (dataDirectory === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};
