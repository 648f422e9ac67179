import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import type { SentMessage } from '../../support/recording-sender.ts';
import { isGenuine } from '../../unit/webhooks/second-verifier.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { isAcceptedByLibrary } from '../harness/library-verifier.ts';
import type { SuiteRun } from '../harness/suite.ts';

interface SignedBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** By the published library, and by one that is written by hand. */
function verdicts(signed: SignedBody, secret: string, at: number): readonly boolean[] {
  return [isGenuine(signed, secret, at), isAcceptedByLibrary(signed, secret, at)];
}

/** Checks messages with the secrets that the receiver of an address may use. */
export function createSignatureWatch(run: SuiteRun) {
  /** `until` is null for the secret that signs without an end. */
  const secretsOf = new Map<string, readonly { readonly secret: string; readonly until: number | null }[]>();
  const bodies = new Map<string, string>();
  return {
    expect(url: string, secret: string): void {
      run.keepSecret('webhook secret', secret);
      secretsOf.set(url, [{ secret, until: null }]);
    },
    /** From now on the new secret signs, and until that moment the previous one as well. */
    rotated(url: string, secret: string, oldUntil: number): void {
      run.keepSecret('webhook secret', secret);
      const previous = (secretsOf.get(url) ?? []).map((old) => ({ ...old, until: old.until ?? oldUntil }));
      secretsOf.set(url, [...previous, { secret, until: null }]);
    },
    /** As a receiver checks, twice: at the moment of the attempt, with each of the secrets. */
    check(message: SentMessage): void {
      const { headers, body, at, url, id } = message;
      for (const { secret, until } of secretsOf.get(url) ?? []) {
        const isToSign = until === null || at < until;
        run.count('signatures checked', 2);
        const wrong = verdicts(message, secret, at).filter((isAccepted) => isAccepted !== isToSign).length;
        run.breach('signature failures', `${url}: a secret ${isToSign ? 'does not sign' : 'still signs'}`, wrong);
      }
      const isTimely = headers['webhook-timestamp'] === String(Math.floor(at / 1000));
      run.breach('timestamp is not that of the attempt', `${url}: ${headers['webhook-timestamp']}`, isTimely ? 0 : 1);
      const isSame = (bodies.get(id) ?? body) === body && !id.includes('.');
      bodies.set(id, body);
      run.breach('a retry is another message', url, isSame ? 0 : 1);
      run.hear('a message', `${JSON.stringify(headers)}${body}`);
    },
  };
}

interface Sample extends SignedBody {
  readonly secret: string;
}

const TOLERANCE_MS = 300_000;

const NOW = Date.UTC(2026, 10, 21, 9);

const PIECES = ['{ "a": 1.0 }', '\\u00e9', 'é', '🌻', '\r\n', '  ', '"', '.', '1e2', '\u2028', '{"a":1,"a":2}', '\t'];

/** Bodies that read differently once they are parsed and written again, signed with random secrets. */
export async function runSignatureTrial(run: SuiteRun, count: number): Promise<void> {
  const random = seededRandom(run.seed + 4);
  const samples = Array.from({ length: count }, (_, index): Sample => {
    const secret = `whsec_${randomBytes(24 + (index % 41)).toString('base64')}`;
    const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
    const text = Array.from({ length: 1 + Math.floor(random() * 30) }, piece).join('');
    const body = JSON.stringify({ text }, null, index % 3).replace('":', '" :');
    const message = { id: `msg_${index}`, timestampS: Math.floor(NOW / 1000), body };
    return { secret, body, headers: signedHeaders(message, [secret]) };
  });
  const isAccepted = (sample: Sample, at: number) => verdicts(sample, sample.secret, at).every(Boolean);
  const isRefused = (sample: Sample, at: number) => !verdicts(sample, sample.secret, at).some(Boolean);
  for (const sample of samples) {
    run.count('random bodies');
    const changed = { ...sample, body: sample.body.replace('t', 'T') };
    const isRight = isAccepted(sample, NOW) && isRefused(changed, NOW);
    run.breach('signature failures', `a body is not signed as it is: ${sample.body}`, isRight ? 0 : 1);
    for (const side of [-1, 1]) {
      const isInside = isAccepted(sample, NOW + side * TOLERANCE_MS);
      const isOutside = isRefused(sample, NOW + side * (TOLERANCE_MS + 1_001));
      run.breach('signature failures', 'the tolerance is not five minutes', isInside && isOutside ? 0 : 1);
    }
  }
  const python = await findPython();
  if (python === null) {
    run.tell('third verifier', 'no Python here');
    return;
  }
  const child = spawn(python, ['-c', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(samples));
  const refused = Number(await json(child.stdout));
  run.tell('third verifier', `Python agrees on ${samples.length - refused} of ${samples.length}`);
  run.breach('signature failures', 'Python comes to another signature', refused);
}

/** Standard Webhooks by the modules that come with Python: prints how many samples it signs otherwise. */
const SCRIPT = `
import base64, hashlib, hmac, json, sys
refused = 0
for sample in json.load(sys.stdin):
    headers = sample["headers"]
    key = base64.b64decode(sample["secret"][len("whsec_"):])
    signed = ".".join([headers["webhook-id"], headers["webhook-timestamp"], sample["body"]])
    digest = hmac.new(key, signed.encode(), hashlib.sha256).digest()
    if headers["webhook-signature"] != "v1," + base64.b64encode(digest).decode():
        refused += 1
print(refused)
`;

/** null where there is none on this computer. */
async function findPython(): Promise<string | null> {
  for (const name of ['python3', 'python']) {
    const child = spawn(name, ['--version'], { stdio: 'ignore' });
    const [status] = await once(child, 'exit').catch(() => [null]);
    if (status === 0) return name;
  }
  return null;
}
