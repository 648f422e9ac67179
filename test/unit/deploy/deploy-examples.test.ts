import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../electron/config/config.ts';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

/** Returns the instructions without comments, with continued lines joined. */
function instructionsOf(name: string): string {
  const text = readFileSync(projectPath('deploy', name), 'utf8');
  return text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
}

/** Returns the arguments that the example passes to the program. */
function argumentsOf(name: string): string[] {
  const instructions = instructionsOf(name);
  const [, unit] = /^ExecStart=\S+ \S+ (.*)$/m.exec(instructions) ?? [];
  if (unit !== undefined) return unit.trim().split(/\s+/);
  const [, container = '[]'] = /^ENTRYPOINT (.*)$/m.exec(instructions) ?? [];
  return (JSON.parse(container) as string[]).slice(2);
}

it('the command in the README starts a protected server on a shared database', () => {
  const readme = readFileSync(projectPath('README.md'), 'utf8');
  const [, typed = ''] = /^`npm start -- (--headless --listen [^`]+)`/m.exec(readme) ?? [];
  const places = { platform: 'linux', homeFolder: '/root', workingFolder: '/' } as const;
  const { server } = readConfig({ argv: typed.split(/\s+/), env: {}, ...places });
  expect(server).toMatchObject({ listen: '0.0.0.0', database: { kind: 'file' }, proxies: null });
});

describe.each([
  ['tilldesk.service', {}],
  ['Containerfile', { TILLDESK_PUBLIC_HOST: 'till.example', TILLDESK_TRUSTED_PROXY: '10.0.0.0/8' }],
])('deploy/%s', (name, env) => {
  it('starts a protected server', () => {
    const places = { platform: 'linux', homeFolder: '/root', workingFolder: '/' } as const;
    const { host, server } = readConfig({ argv: argumentsOf(name), env, ...places });
    expect(host).toBe('none');
    expect(server).toMatchObject({ listen: '0.0.0.0', publicHosts: ['till.example'], logsTo: 'stdout' });
    expect(server.tls === null).toBe(server.proxies !== null);
  });

  it('contains no secret and runs without privileges', () => {
    const instructions = instructionsOf(name);
    expect(instructions).not.toMatch(/postgres(ql)?:\/\//);
    expect(instructions).toMatch(/^(DynamicUser=yes|USER node)$/m);
  });
});

describe('deploy/Containerfile', () => {
  const [, guard = ''] = /^RUN (.*NODE_IMAGE.*)$/m.exec(instructionsOf('Containerfile')) ?? [];
  const build = (image: string) => spawnSync('sh', ['-c', guard], { env: { ...process.env, NODE_IMAGE: image } });

  it.runIf(process.platform !== 'win32')('pins its base image by digest, because a tag can change', () => {
    for (const image of ['node:24-slim', 'node', '', `node:24@sha256:${'a'.repeat(63)}`]) {
      expect(build(image).status, image).toBe(1);
    }
    expect(build(`docker.io/library/node@sha256:${'a'.repeat(64)}`).status).toBe(0);
  });
});

/** Start-up parameters that PgBouncer 1.18 passes on or sets itself by default. */
const PASSED_ON: readonly string[] = ['user', 'database', 'application_name', 'client_encoding'];

it('the store sends no start-up parameter that PgBouncer refuses', async () => {
  const database = createServer().listen(0, '127.0.0.1');
  await once(database, 'listening');
  const address = database.address();
  const port = typeof address === 'string' ? 0 : address?.port;
  const opening = openPostgresStore({ url: `postgres://tilldesk@127.0.0.1:${port}/shop` }).catch(() => undefined);
  const [socket]: Socket[] = await once(database, 'connection');
  const [message]: Buffer[] = await once(socket as Socket, 'data');
  socket?.destroy();
  database.close();
  await opening;
  // The message starts with length and protocol version. Names and values alternate, each with a zero at the end.
  const texts = (message as Buffer).subarray(8).toString().split('\0');
  const names = texts.filter((text, at) => at % 2 === 0 && text !== '');
  expect(names).toContain('user');
  expect(names.filter((name) => !PASSED_ON.includes(name))).toEqual([]);
});
