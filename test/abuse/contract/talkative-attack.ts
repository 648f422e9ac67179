import { NEEDED, RECORDS } from '../../security/support/strict-paths.ts';
import { CANARY, startTalkativeService } from '../../security/support/strict-platforms.ts';
import { openWire } from '../../security/support/strict-wire.ts';
import { CONTRACT_ENDPOINTS } from '../../support/contract-endpoints.ts';
import type { ContractBench } from './contract-bench.ts';

const OF_USERS = CONTRACT_ENDPOINTS.filter(({ method, access }) => method === 'GET' && access === 'user');

/** A platform that tells more than the contract, at any depth: answers have the fields alone that are listed. */
export async function attackWithFurtherFields({ run, tally }: ContractBench): Promise<void> {
  const service = await startTalkativeService();
  const wire = openWire(service.port);
  run.keepSecret('personal data', CANARY);
  const headers = [
    ['Host', `127.0.0.1:${service.port}`],
    ['Authorization', `Bearer ${service.token}`],
  ] as const;
  for (const { path } of OF_USERS) {
    const [id = 1] = Object.values(RECORDS[path] ?? {});
    const details = path === '/api/orders' ? '&include=items,payments' : '';
    const query = NEEDED[path] === undefined ? '' : `?${NEEDED[path]}${details}`;
    const target = `${path.replace('{id}', String(id))}${query}`;
    const { status, text } = await tally.send(wire, { method: 'GET', target, headers }, `GET ${path}`);
    tally.agree(status === 200, () => `${target}: ${status} ${text.slice(0, 300)}`);
  }
  wire.close();
  await service.stop();
}
