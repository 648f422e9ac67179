import { systemClock } from '../../../../electron/session/clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport, MakeReceivers } from './attack-report.ts';
import { ALLOWED_ADDRESS, type Canary } from './canary.ts';
import type { RebindingCase } from './rebinding-cases.ts';

const HOST = 'rebinding.example';
const ALLOWED = {
  host: HOST,
  range: { first: ALLOWED_ADDRESS, prefixBits: 32, family: 'ipv4' },
  ca: null,
} as const;

/** Subscribes a name, and sends to it while its resolver answers as in the case. */
export async function attackWithRebinding(
  make: MakeReceivers,
  canary: Canary,
  cases: readonly RebindingCase[],
): Promise<AttackReport> {
  const wrong: string[] = [];
  let answers: readonly string[] | null = null;
  const { rules, sender } = make({
    allowed: [ALLOWED],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    async resolve() {
      if (answers === null) throw new Error('the name does not resolve');
      return answers;
    },
  });
  const url = `https://${HOST}:${canary.port}/hook`;
  for (const { name, atSubscription, isSubscribed, atConnections } of cases) {
    answers = atSubscription;
    if ((await rules.checkUrl(url)).ok !== isSubscribed) wrong.push(`${name}: subscribed ${!isSubscribed}`);
    for (answers of atConnections) {
      const isGood = answers.every((address) => address === ALLOWED_ADDRESS);
      const { failure } = await sender.send({ url, headers: {}, body: '{}' });
      if (failure !== (isGood ? 'connection' : 'address_refused')) wrong.push(`${name}: ${failure}`);
    }
  }
  sender.close();
  return { tried: cases.length, wrong };
}
