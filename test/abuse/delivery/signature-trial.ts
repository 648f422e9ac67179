import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import { isGenuine } from '../../unit/feeds/webhooks/second-verifier.ts';
import { seededRandom } from '../../unit/feeds/webhooks/seeded-random.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { findPython, refusedByPython, type SignedSample } from './python-verifier.ts';

const TOLERANCE_MS = 300_000;
const NOW = Date.UTC(2026, 10, 21, 9);
const PIECES = [
  '{ "a": 1.0 }',
  '\\u00e9',
  'é',
  '🌻',
  '\r\n',
  '  ',
  '"',
  '.',
  '1e2',
  '\u2028',
  '{"a":1,"a":2}',
  '\t',
];

/** Bodies that read differently once they are parsed and written again, signed with random secrets. */
export async function runSignatureTrial(run: SuiteRun, count: number): Promise<void> {
  const random = seededRandom(run.seed + 4);
  const { now } = Date;
  Date.now = () => NOW;
  const samples = Array.from({ length: count }, (_, index) => sampleOf(index, random));
  for (const sample of samples) judge(run, sample);
  Date.now = now;
  const python = await findPython();
  if (python === null) {
    run.tell('third verifier', 'no Python here');
    return;
  }
  const refused = await refusedByPython(python, samples);
  run.tell('third verifier', `Python agrees on ${samples.length - refused} of ${samples.length}`);
  run.breach('signature failures', 'Python comes to another signature', refused);
}

function sampleOf(index: number, random: () => number): SignedSample {
  const secret = `whsec_${randomBytes(24 + (index % 41)).toString('base64')}`;
  const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const text = Array.from({ length: 1 + Math.floor(random() * 30) }, piece).join('');
  const body = JSON.stringify({ text }, null, index % 3).replace('":', '" :');
  const message = { id: `msg_${index}`, timestampS: Math.floor(NOW / 1000), body };
  return { secret, body, headers: signedHeaders(message, [secret]) };
}

function judge(run: SuiteRun, sample: SignedSample): void {
  const changed = { ...sample, body: sample.body.replace('t', 'T') };
  run.count('random bodies');
  const isRight = isAcceptedByBoth(sample, NOW) && isRefusedByBoth(changed, NOW);
  run.breach('signature failures', `a body is not signed as it is: ${sample.body}`, isRight ? 0 : 1);
  for (const side of [-1, 1]) {
    const isInside = isAcceptedByBoth(sample, NOW + side * TOLERANCE_MS);
    const isOutside = isRefusedByBoth(sample, NOW + side * (TOLERANCE_MS + 1_001));
    run.breach('signature failures', 'the tolerance is not five minutes', isInside && isOutside ? 0 : 1);
  }
}

const isAcceptedByBoth = (sample: SignedSample, now: number) => verdicts(sample, now).every(Boolean);
const isRefusedByBoth = (sample: SignedSample, now: number) => !verdicts(sample, now).some(Boolean);

function verdicts(sample: SignedSample, now: number): readonly boolean[] {
  return [isGenuine(sample, sample.secret, now), verifies(sample, now)];
}

function verifies({ secret, body, headers }: SignedSample, now: number): boolean {
  Date.now = () => now;
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false });
    return true;
  } catch {
    return false;
  } finally {
    Date.now = () => NOW;
  }
}
