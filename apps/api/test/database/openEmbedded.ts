// A process of its own that opens an embedded server, says where it is, and closes it when told to.
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';

const [directory = '', homeOfRoot = '', fsync] = process.argv.slice(2);
const server = await openEmbeddedServer({ directory, homeOfRoot, fsync: fsync === 'true' });
process.send?.({ ownerUrl: server.ownerUrl, url: server.url });
process.once('message', () => {
  void server.close().then(() => process.disconnect());
});
