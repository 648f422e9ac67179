import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { Certificate } from '../../support/certificates.ts';

/** What all servers of one database are started with. */
export interface ServerContext {
  /** Of the test, with a folder in it for each server. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly certificate: Certificate;
  /** What receivers of webhooks show; they are on 127.0.0.1. */
  readonly receiverCa: string;
}

export interface RunningServer {
  /** `https://localhost:port`. */
  readonly address: string;
  /** Where it is asked for /ready, over plain HTTP. */
  readonly operationsAddress: string;
  kill(): Promise<void>;
  /** In order; answers its exit status. */
  stop(): Promise<number | null>;
}

export interface ServerFiles {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly cert: string;
  readonly key: string;
}

/** The files that an operator lays for all servers. */
export function layServerFiles({ folder, databaseUrl, certificate }: ServerContext): ServerFiles {
  const files = {
    databaseUrl: join(folder, 'database-url'),
    secretKey: join(folder, 'secret.key'),
    cert: join(folder, 'tls.pem'),
    key: join(folder, 'tls.key'),
  };
  writeFileSync(files.databaseUrl, `${databaseUrl}\n`);
  writeFileSync(files.secretKey, `${Buffer.alloc(32, 'key of all servers').toString('base64')}\n`);
  writeFileSync(files.cert, certificate.cert);
  writeFileSync(files.key, certificate.key);
  return files;
}

/** The real program from its sources, with the demo shops and without a window; answers once it serves. Rejects where it ends before. */
export async function startServer(
  context: ServerContext,
  files: ServerFiles,
  { name, options = [] }: { readonly name: string; readonly options?: readonly string[] },
): Promise<RunningServer> {
  const dataFolder = join(context.folder, name);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  allowReceivers(dataFolder, context.receiverCa);
  const args = [
    ...['--headless', '--port', '0', '--data-dir', dataFolder, '--public-host', 'localhost'],
    ...['--tls-cert', files.cert, '--tls-key', files.key, '--secret-key-file', files.secretKey],
    ...['--database-url-file', files.databaseUrl, '--demo', ...options],
  ];
  const child = spawn(process.execPath, [projectPath('electron', 'serve.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = await linesOf(child);
  return {
    address: found(/API +(https:\S+)/, lines),
    operationsAddress: found(/Operate +(http:\S+)/, lines),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

function allowReceivers(dataFolder: string, ca: string): void {
  writeFileSync(join(dataFolder, 'receivers.pem'), ca);
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: 'receivers.pem' }];
  writeFileSync(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
}

async function linesOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    if (said.includes('Ctrl+C')) return said;
  }
  throw new Error(`the server ended: ${said}`);
}

function found(pattern: RegExp, lines: string): string {
  const [, address] = pattern.exec(lines) ?? [];
  if (address === undefined) throw new Error(`there is no ${pattern} in ${lines}`);
  return address;
}

export interface SecureAnswer {
  readonly status: number;
  readonly text: string;
}

export interface SecureCall {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Asks servers that show one certificate. A call that no answer came to rejects. */
export function createSecureClient(ca: string) {
  const agent = new Agent({ ca, keepAlive: true });

  return {
    async send(address: string, { method, path, token, body }: SecureCall): Promise<SecureAnswer> {
      const content = body === undefined ? undefined : JSON.stringify(body);
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(`${address}${path}`, {
          ...{ agent, method, timeout: 20_000 },
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(content !== undefined && { 'content-type': 'application/json' }),
          },
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
        outgoing.on('response', resolve).on('error', reject).end(content);
      });
      return { status: message.statusCode ?? 0, text: await textOf(message) };
    },
    close: () => agent.destroy(),
  };
}

export type SecureClient = ReturnType<typeof createSecureClient>;
