import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { startProgram } from '../../support/program-process.ts';

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

export interface StartedServer {
  /** `https://localhost:port`. */
  readonly address: string;
  readonly operationsAddress: string;
  readonly certificate: Certificate;
  readonly dataFolder: string;
  /** All that came out on standard output, each line of it JSON. */
  readonly lines: readonly LogLine[];
  /** A line whose message, or that of its error, has this in it, of those that come from now on too. */
  logged(message: string): Promise<LogLine>;
  /** In the place of the certificate that it was started with; the key is left where null. */
  replaceCertificate(cert: string, key: string | null): void;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<number | null>;
  /** Ends it, whatever it is about, and removes its files. */
  remove(): Promise<void>;
}

/**
 * The real program from its sources, with TLS and its log on standard output. It names itself to others, so that it makes
 * no demo shop.
 */
export async function startedServer(options: readonly string[] = []): Promise<StartedServer> {
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
