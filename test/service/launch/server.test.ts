import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { locateInDataFolder } from '../../../electron/startup/data-folder.ts';
import { findRunningInstance } from '../../../electron/startup/single-instance.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { findProgram } from '../../support/find-program.ts';
import { startProgram } from '../../support/program-process.ts';

const TIMEOUT_MS = 60_000;
/** Part of Prometheus: `apt-get install prometheus`. */
const PROMTOOL = findProgram('promtool');

/** One server for all tests of a `describe`. */
function serverOf(...options: readonly string[]): () => StartedServer {
  let server: StartedServer | undefined;
  beforeAll(async () => {
    server = await startedServer(options);
  }, TIMEOUT_MS);
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error('the server did not start');
    return server;
  };
}

/** A keep-alive connection to a server, which knows whether it stayed open. */
function keepAliveConnection({ address, certificate: { cert } }: StartedServer) {
  const agent = new Agent({ ca: cert, keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (path: string) => {
    const asking = request(`${address}${path}`, { agent });
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      asking.on('response', resolve).on('error', reject).end();
    });
    return { status: message.statusCode, isReused: asking.reusedSocket, text: await textOf(message) };
  };
}

/** The certificate fingerprint of a new connection. */
async function shownCertificate({ address }: StartedServer): Promise<string> {
  const shown = Promise.withResolvers<string>();
  const options = { host: 'localhost', port: Number(new URL(address).port), rejectUnauthorized: false };
  const socket = connect(options, () => shown.resolve(socket.getPeerCertificate().fingerprint256));
  socket.on('error', shown.reject);
  return shown.promise.finally(() => socket.destroy());
}

const fingerprintOf = ({ cert }: { readonly cert: string }) => new X509Certificate(cert).fingerprint256;

describe('a server that gets SIGHUP', { timeout: TIMEOUT_MS }, () => {
  const theServer = serverOf();

  it('keeps its certificate if the new one is broken or does not match the key', async () => {
    const server = theServer();
    const ask = keepAliveConnection(server);
    await ask('/health');
    const other = await makeCertificate({ names: ['localhost'] });
    for (const [cert, reason] of [
      ['broken', 'contains no certificate'],
      [other.cert, 'does not belong to the certificate'],
    ] as const) {
      server.replaceCertificate(cert, null);
      server.signal('SIGHUP');
      await server.logged(reason);
      expect(await shownCertificate(server)).toBe(fingerprintOf(server.certificate));
    }
    expect(await ask('/health')).toMatchObject({ status: 200, isReused: true });
  });

  it('uses a renewed certificate for new connections, and keeps open ones', async () => {
    const server = theServer();
    const ask = keepAliveConnection(server);
    expect(await ask('/health')).toMatchObject({ status: 200, isReused: false });
    expect(await shownCertificate(server)).toBe(fingerprintOf(server.certificate));

    const renewed = await makeCertificate({ names: ['localhost'] });
    server.replaceCertificate(renewed.cert, renewed.key);
    server.signal('SIGHUP');
    await server.logged('the certificate was read again');
    expect(await shownCertificate(server)).toBe(fingerprintOf(renewed));
    expect(await ask('/health')).toMatchObject({ status: 200, isReused: true });
  });
});

describe('a server that gets SIGTERM', { timeout: TIMEOUT_MS }, () => {
  const theServer = serverOf('--drain-seconds', '3');

  it('is no longer ready, serves until it has drained, and ends with status 0', async () => {
    const server = theServer();
    const ask = keepAliveConnection(server);
    const ready = async () => (await fetch(`${server.operationsAddress}/ready`)).status;
    expect(await ready()).toBe(200);
    server.signal('SIGTERM');
    await expect.poll(ready, { timeout: 2_000, interval: 20 }).toBe(503);
    expect((await ask('/ready')).status).toBe(503);
    expect((await ask('/health')).status).toBe(200);
    await server.logged('the program is stopping');
    // A second signal changes nothing.
    server.signal('SIGTERM');
    expect((await ask('/openapi.json')).status).toBe(200);
    expect(await server.ended()).toBe(0);
    await server.logged('the program has stopped');
  });
});

describe('a server and its operators', { timeout: TIMEOUT_MS }, () => {
  const theServer = serverOf('--metrics-listen', '127.0.0.2:0');

  it('serves metrics only on the operations port, in Prometheus format, without labels that a client chose', async () => {
    const server = theServer();
    const ask = keepAliveConnection(server);
    expect((await ask('/metrics')).status).toBe(404);
    for (let at = 0; at < 20; at += 1) await ask(`/made-up-${at}`);
    await ask('/api/products/4711?q=els');
    const answer = await fetch(`${server.operationsAddress}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const lines = (await answer.text()).trimEnd().split('\n');
    const samples = lines.filter((line) => !/^# (HELP|TYPE) [a-z0-9_]+ .+/.test(line) && line !== '');
    expect(samples.length).toBeGreaterThan(30);
    for (const sample of samples) {
      expect(sample).toMatch(
        /^[a-z0-9_]+(\{([a-z_]+="(?:[^"\\]|\\.)*",?)+\})? (NaN|Nan|[+-]?Inf|-?[\d.]+(e[+-]?\d+)?)$/,
      );
    }
    const certificate = samples.find((line) => line.startsWith('tilldesk_certificate_expiry_timestamp_seconds '));
    expect(Number(certificate?.split(' ')[1])).toBe(
      Date.parse(new X509Certificate(server.certificate.cert).validTo) / 1000,
    );
    const routes = samples.filter((line) => line.startsWith('tilldesk_http_requests_total'));
    expect(routes).toContain('tilldesk_http_requests_total{route="other",method="GET",status="4xx"} 21');
    // A value could happen to contain these digits.
    const named = samples.map((line) => line.slice(0, line.lastIndexOf(' ')));
    expect(named.join('\n')).not.toMatch(/made-up|4711|els/);
  });

  it.skipIf(PROMTOOL === null)('has metrics in which promtool finds no problem', async () => {
    const text = await (await fetch(`${theServer().operationsAddress}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync(PROMTOOL ?? '', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  it('is found by a second start on its data folder, whatever that port is', async () => {
    const { dataFolder, operationsAddress } = theServer();
    expect(operationsAddress).toContain('//127.0.0.2:');
    expect(await findRunningInstance(locateInDataFolder(dataFolder))).not.toBeNull();
  });

  it('logs one JSON object per line with the id of the run, and says that nobody can sign in yet', async () => {
    const server = theServer();
    await keepAliveConnection(server)('/api/products');
    await server.logged('request');
    const ids = new Set(server.lines.map(({ instance }) => instance));
    expect([...ids]).toEqual([expect.stringMatching(/^[\da-f]{8}$/)]);
    const { warnings } = await server.logged('the program runs');
    expect(warnings).toEqual([expect.stringContaining('npm run accounts -- create')]);
  });
});

/** A line of the log. */
type LogLine = Readonly<Record<string, unknown>>;

interface StartedServer {
  /** `https://localhost:port`. */
  readonly address: string;
  readonly operationsAddress: string;
  readonly certificate: Certificate;
  readonly dataFolder: string;
  /** All lines of standard output, each of them JSON. */
  readonly lines: readonly LogLine[];
  /** Waits for a line whose message or error contains this; earlier lines count as well. */
  logged(message: string): Promise<LogLine>;
  /** Replaces the certificate that the server was started with, and the key unless it is `null`. */
  replaceCertificate(cert: string, key: string | null): void;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<number | null>;
  /** Ends it in any state, and removes its files. */
  remove(): Promise<void>;
}

/**
 * The real program from its sources, with TLS and its log on standard output. It serves other computers, so it makes no
 * demo shop.
 */
async function startedServer(options: readonly string[] = []): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-server-'));
  const certificate = await makeCertificate({ names: ['localhost'] });
  const dataFolder = join(folder, 'data');
  const files = { cert: join(folder, 'tls.pem'), key: join(folder, 'tls.key') };
  writeFileSync(files.cert, certificate.cert);
  writeFileSync(files.key, certificate.key, { mode: 0o600 });
  const args = [
    ...['--headless', '--port', '0', '--listen', '0.0.0.0', '--public-host', 'localhost'],
    ...['--data-dir', dataFolder, '--log-to', 'stdout'],
    ...['--tls-cert', files.cert, '--tls-key', files.key, ...options],
  ];
  const { child, ended } = startProgram('serve', args);
  const lines: LogLine[] = [];
  const reading = createInterface(child.stdout);
  reading.on('line', (line) => lines.push(JSON.parse(line)));

  const logged = async (message: string): Promise<LogLine> => {
    for (;;) {
      const line = lines.find(({ msg, err }) => `${msg} ${messageOf(err)}`.includes(message));
      if (line !== undefined) return line;
      await Promise.race([once(reading, 'line'), failWhenEnded()]);
    }
  };
  const failWhenEnded = async () => {
    throw new Error(`the server ended: ${JSON.stringify(await ended)}`);
  };
  const running = await logged('the program runs');
  return {
    address: String(running.apiAddress),
    operationsAddress: String(running.operationsAddress),
    ...{ certificate, dataFolder, lines, logged },
    replaceCertificate(cert, key) {
      writeFileSync(files.cert, cert);
      if (key !== null) writeFileSync(files.key, key);
    },
    signal: (name) => void child.kill(name),
    ended: async () => (await ended).status,
    async remove() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function messageOf(err: unknown): string {
  return typeof err === 'object' && err !== null && 'message' in err ? String(err.message) : '';
}
