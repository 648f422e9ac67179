import { parentPort, workerData } from 'node:worker_threads';
import { openService } from '../../security/support/ports/open-service.ts';
import { openWindowPort } from '../../security/support/ports/open-window-port.ts';
import type { OpenPorts, PortsOrders } from './start-ports.ts';

const { folder, limits, uiLimits }: PortsOrders = workerData;
const api = await openService(folder, limits);
const ui = await openWindowPort(folder, api, uiLimits);

const ports: OpenPorts = {
  api: { port: api.port, token: api.token },
  ui: { port: ui.port, authority: ui.authority, cookie: ui.cookie, windowKey: ui.windowKey },
};
parentPort?.postMessage(ports);
parentPort?.once('message', async () => {
  await ui.close();
  await api.close();
  parentPort?.close();
});
