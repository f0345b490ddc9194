// A process of its own that works jobs, as a second node of an installation does, until it is killed.
import { startWorker } from '#domain/jobs/worker.ts';
import { jobs } from '#jobs.ts';
import { nodeServices } from './nodeServices.ts';

const { url, ofJobs, ...services } = nodeServices();
await startWorker({ ...services, reporting: ofJobs }, jobs, url);
process.send?.('working');
