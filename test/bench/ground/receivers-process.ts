import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { Ground } from './ground.ts';
import { startServer } from './server-process.ts';

export type ReceiverManner = 'good' | 'slow' | 'dead';

/** HTTPS receivers in a process of their own, each with an address. */
export interface ReceiversProcess {
  readonly urls: readonly string[];
  /** What a client has to trust, in PEM. */
  readonly ca: string;
  /** Events that each of them took so far, in the order of the addresses. */
  countEvents(): Promise<readonly number[]>;
}

const PROGRAM = projectPath('test', 'bench', 'ground', 'webhook-receivers.ts');
const READY = /^Receivers (.*)\n/;

/** They end with the row. */
export async function startReceivers(
  ground: Pick<Ground, 'processes' | 'add' | 'stop'>,
  manners: readonly ReceiverManner[],
): Promise<ReceiversProcess> {
  const server = await startServer(ground.processes, [PROGRAM, ...manners], READY);
  ground.add(() => ground.stop(server));
  const told: { ports: readonly number[]; ca: string } = JSON.parse(READY.exec(server.printed)?.[1] ?? '{}');
  return {
    urls: told.ports.map((port) => `https://127.0.0.1:${port}/`),
    ca: told.ca,
    async countEvents() {
      const answer = once(server.child, 'message');
      server.child.send('count');
      const [counts] = (await answer) as [readonly number[]];
      return counts;
    },
  };
}
