import { parentPort, workerData } from 'node:worker_threads';
import { openPorts } from '../../security/support/ports/open-ports.ts';
import type { SlowPorts } from './slow-clients-suite.ts';

/** Both ports of a program that runs beside its clients: what delays it is its own fault, and not theirs. */

const { folder, ...limits } = workerData;
const { api, ui, close } = await openPorts(folder, limits);

const ports: SlowPorts = {
  api: { port: api.port, token: api.token },
  ui: { port: ui.port, authority: ui.authority, cookie: ui.cookie, pageCall: ui.pageCall },
};
parentPort?.postMessage(ports);
parentPort?.once('message', async () => {
  await close();
  parentPort?.close();
});
