import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { makeApiKey, TOOL_CALLS } from '../support/assistant.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { getBuiltEntry } from '../support/program-process.ts';
import { ACCOUNT, USER } from '../support/shop-fixture.ts';
import { runScript } from './run-script.ts';

const INSPECTOR = ['@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'];
const PROGRAM = projectPath('test', 'public-tools', 'node_modules', ...INSPECTOR);

let service: FixtureService;
let key: string;
/** The inspector stores its data in the home directory. */
const home = mkdtempSync(join(tmpdir(), 'tilldesk-inspector-'));

beforeAll(async () => {
  if (!existsSync(PROGRAM)) throw new Error('The inspector is missing: `npm run test:full` installs it.');
  service = await startFixtureService();
  key = await makeApiKey(service, { accountId: ACCOUNT.alpha, userId: USER.owner });
});

afterAll(async () => {
  await service?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** By address, and with the command that an assistant starts. */
const WAYS: readonly [string, () => readonly string[]][] = [
  [
    'POST /mcp',
    () => [
      ...[`http://127.0.0.1:${service.port}/mcp`, '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${key}`],
    ],
  ],
  [
    'npm run mcp',
    () => [
      ...['--transport', 'stdio', '-e', `TILLDESK_API_KEY=${key}`],
      ...[
        process.execPath,
        getBuiltEntry('mcp'),
        '--base-url',
        `http://127.0.0.1:${service.port}`,
        '--accept-unproven-service',
      ],
    ],
  ],
];

/** The output of the protocol's own inspector in its command-line mode. */
async function inspect(target: readonly string[], ...options: readonly string[]) {
  // The options of a command that it starts come after its own.
  const [first = '', ...rest] = target;
  const isCommand = !first.startsWith('http');
  const args = isCommand ? ['--cli', ...options, first, ...rest] : ['--cli', first, ...rest, ...options];
  const env = { ...process.env, HOME: home, USERPROFILE: home, MCP_STORAGE_DIR: home };
  const { status, output, errors } = await runScript(PROGRAM, args, { env });
  if (status !== 0) throw new Error(`${status}: ${errors}${output}`);
  return JSON.parse(output);
}

describe.each(WAYS)('the official inspector on %s', (_name, target) => {
  it('lists every tool and finds no error in their schemas', async () => {
    const { tools } = await inspect(target(), '--method', 'tools/list', '--strict');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOL_CALLS.map(([name]) => name));
  });

  it.each(TOOL_CALLS)('calls %s', async (name, given) => {
    const pairs = Object.entries(given).map(([member, value]) => `${member}=${textOf(value)}`);
    const asked = ['--method', 'tools/call', '--tool-name', name];
    const answer = await inspect(target(), ...asked, ...pairs.flatMap((pair) => ['--tool-arg', pair]));
    expect(answer.isError ?? false, JSON.stringify(answer)).toBe(false);
    expect(JSON.parse(answer.content[0].text)).toEqual(answer.structuredContent);
  });
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
