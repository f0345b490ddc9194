// A process of its own that answers requests, as a second node of an installation does, until it is killed. Says on which port.
import type { AddressInfo } from 'node:net';
import { buildApp } from '#app.ts';
import { openNode } from '#domain/operations/node.ts';
import { nodeServices } from './nodeServices.ts';

const { url: _url, ofJobs: _ofJobs, ...services } = nodeServices();
const app = await buildApp(services);
await app.listen({ host: '127.0.0.1', port: 0 });
openNode(services).start();
process.send?.((app.server.address() as AddressInfo).port);
