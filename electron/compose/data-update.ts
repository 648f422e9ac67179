import type { Logger } from 'pino';
import type { ServerConfig } from '../config/server-config.ts';
import type { TlsIdentity } from '../service/server/create-server.ts';
import { openUpdateDoor } from '../service/server/update-door.ts';
import { describeStep, type MigrationStep } from '../store/migrations/migrate-store.ts';

export interface DataUpdate {
  /** To be called for each step, before it begins. */
  report(step: MigrationStep): void;
  /** To be called before the program listens itself. */
  end(): Promise<void>;
}

interface DataUpdateOptions {
  readonly server: Pick<ServerConfig, 'listen' | 'metricsDoor' | 'logsTo'>;
  readonly tls: TlsIdentity | null;
  readonly apiPort: number;
  /** Whether the program has no window: then something may watch its `/health`. */
  readonly isWatched: boolean;
  readonly log: Logger;
}

/** Says what a change of the data does and how far it is: on the terminal, in the log, and by `/health` of a server. */
export function createDataUpdate({ server, tls, apiPort, isWatched, log }: DataUpdateOptions): DataUpdate {
  let sentence = '';
  let door: Promise<() => Promise<void>> | null = null;

  function openDoor(): void {
    const { metricsDoor, listen: address } = server;
    const place = metricsDoor === null ? { address, port: apiPort, tls } : { ...metricsDoor, tls: null };
    if (!isWatched || place.port === 0) return;
    door ??= openUpdateDoor({ ...place, describe: () => sentence });
    // The service reports the same port when it listens.
    door.catch((err) => log.warn({ err }, 'the update of the data cannot be watched'));
  }

  return {
    report({ name, number, count }) {
      sentence = describeStep({ name, number, count });
      log.info({ step: name, number, count }, 'the data is updated for this version');
      if (server.logsTo === 'file') process.stdout.write(`${sentence}\n`);
      openDoor();
    },
    async end() {
      const close = await door?.catch(() => null);
      await close?.();
    },
  };
}
