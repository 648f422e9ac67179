import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';

export interface SignedSample {
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const NAMES = ['python3', 'python'];

/** Standard Webhooks by the modules that come with Python. */
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
export async function findPython(): Promise<string | null> {
  for (const name of NAMES) if (await runs(name)) return name;
  return null;
}

async function runs(name: string): Promise<boolean> {
  const child = spawn(name, ['--version'], { stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** How many of them Python signs otherwise. */
export async function refusedByPython(python: string, samples: readonly SignedSample[]): Promise<number> {
  const child = spawn(python, ['-c', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(samples));
  return Number(await json(child.stdout));
}
