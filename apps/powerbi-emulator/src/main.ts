import { demoApplication } from './demo.ts';
import { startEmulator } from './emulator.ts';

const { PORT = '4100', HOST = '127.0.0.1', PUBLIC_ORIGIN, DATA_DIR } = process.env;

const emulator = await startEmulator({
  host: HOST,
  port: Number(PORT),
  ...(PUBLIC_ORIGIN !== undefined && { publicOrigin: PUBLIC_ORIGIN }),
  ...(DATA_DIR !== undefined && { dataDirectory: DATA_DIR }),
});

process.stdout.write(`Local reporting service: ${emulator.origin}

  directory (tenant) id   ${demoApplication.tenant_id}
  application (client) id ${demoApplication.client_id}
  client secret           ${demoApplication.client_secret}
  service principal       ${demoApplication.object_id}

Use ${emulator.origin} as the address of Entra, Power BI and Azure.
`);

const stop = (): void => {
  void emulator.close();
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
