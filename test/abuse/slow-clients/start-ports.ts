import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OpenService } from '../../security/support/ports/open-service.ts';
import type { OpenWindowPort } from '../../security/support/ports/open-window-port.ts';
import type { Pace } from './paces.ts';

export interface PortsOrders extends Pick<Pace, 'limits' | 'uiLimits'> {
  readonly folder: string;
}

/** Both ports of a program that runs beside its clients: what holds it up is its own fault, and not theirs. */
export interface OpenPorts {
  readonly api: Pick<OpenService, 'port' | 'token'>;
  readonly ui: Pick<OpenWindowPort, 'port' | 'authority' | 'cookie' | 'windowKey'>;
}

export interface StartedPorts extends OpenPorts {
  close(): Promise<void>;
}

/** Rejects with what went wrong in the thread, if it ends before it is told to. */
export async function startPorts(orders: PortsOrders): Promise<StartedPorts> {
  const thread = new Worker(new URL('./ports-thread.ts', import.meta.url), { workerData: orders });
  const [ports]: OpenPorts[] = await once(thread, 'message');
  if (ports === undefined) throw new Error('the thread of the ports told of none');
  const ended = once(thread, 'exit');
  return {
    ...ports,
    async close() {
      thread.postMessage('close');
      await ended;
    },
  };
}
