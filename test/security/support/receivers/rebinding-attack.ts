import { systemClock } from '../../../../electron/base/clock.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import type { AttackReport } from './attack-report.ts';
import { ALLOWED_ADDRESS, type Canary } from './canary.ts';
import type { RebindingCase } from './rebinding-cases.ts';

const HOST = 'rebinding.example';
const FLIPPING = 5;
const ALLOWED = {
  host: HOST,
  range: { first: ALLOWED_ADDRESS, prefixBits: 32, family: 'ipv4' },
  ca: null,
} as const;

/** Leads to this computer, but not to where it is allowed. */
const BAD_ADDRESS = '127.0.0.1';

/**
 * Subscribes a name, and sends to it while its resolver answers as in the case. In the end it answers another address
 * each time it is asked: whoever asks twice for one connection goes where nothing was checked.
 */
export async function attackWithRebinding(
  canary: Canary,
  cases: readonly RebindingCase[],
): Promise<AttackReport> {
  const wrong: string[] = [];
  let answers: readonly string[] | null = null;
  let next: readonly string[] | null = null;
  const { rules, sender } = createReceivers({
    allowed: [ALLOWED],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    async resolve() {
      const given = answers;
      answers = next ?? answers;
      if (given === null) throw new Error('the name does not resolve');
      return given;
    },
  });
  const url = `https://${HOST}:${canary.port}/hook`;
  for (const { name, atSubscription, atConnections } of cases) {
    answers = atSubscription;
    if (!(await rules.checkUrl(url)).ok) wrong.push(`${name}: the answer tells what it resolves to`);
    for (answers of atConnections) {
      const isGood = answers.every((address) => address === ALLOWED_ADDRESS);
      const { failure } = await sender.send({ url, headers: {}, body: '{}' });
      if (failure !== (isGood ? 'connection' : 'address_refused')) wrong.push(`${name}: ${failure}`);
    }
  }
  next = [BAD_ADDRESS];
  for (let tried = 0; tried < FLIPPING; tried += 1) {
    answers = [ALLOWED_ADDRESS];
    const { failure } = await sender.send({ url, headers: {}, body: '{}' });
    if (failure !== 'connection') wrong.push(`an address that changes at each lookup: ${failure}`);
  }
  sender.close();
  return { tried: cases.length + FLIPPING, wrong, refusedGood: [] };
}
