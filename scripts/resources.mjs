// `npm run resources`: the types of the sentences, read from the catalogues of pt-BR.
import { install, run } from './bootstrap.mjs';

install();
process.exit(run(['apps/web/scripts/renderResources.ts']));
