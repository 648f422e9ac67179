import type { Logger } from 'pino';
import type { ServerConfig } from '../config/server-config.ts';
import type { TlsIdentity } from '../service/server/create-server.ts';
import { openUpdateDoor } from '../service/server/update-door.ts';
import type { ReportUpdate } from '../store/migrations/migrate-store.ts';

export interface DataUpdate {
  readonly report: ReportUpdate;
  /** To be called before the program listens itself. */
  end(): Promise<void>;
}

interface DataUpdateOptions {
  readonly server: Pick<ServerConfig, 'listen' | 'metricsDoor' | 'logsTo'>;
  readonly tls: TlsIdentity | null;
  readonly apiPort: number;
  /** An orchestrator may watch the `/health` of a program without a window. */
  readonly isHeadless: boolean;
  readonly log: Logger;
}

/** Reports how far an update of the data is: on the terminal, in the log, and by `/health` of a server. */
export function createDataUpdate({ server, tls, apiPort, isHeadless, log }: DataUpdateOptions): DataUpdate {
  let sentence = '';
  let door: Promise<() => Promise<void>> | null = null;

  function openDoor(): void {
    const { metricsDoor, listen: address } = server;
    const place = metricsDoor === null ? { address, port: apiPort, tls } : { ...metricsDoor, tls: null };
    if (!isHeadless || place.port === 0) return;
    door ??= openUpdateDoor({ ...place, describe: () => sentence });
    // The service reports the same port when it listens.
    door.catch((err) => log.warn({ err }, 'the update of the data cannot be watched'));
  }

  return {
    report(reported) {
      sentence = reported;
      log.info({ step: sentence }, 'the data is updated for this version');
      if (server.logsTo === 'file') process.stdout.write(`${sentence}\n`);
      openDoor();
    },
    async end() {
      const close = await door?.catch(() => null);
      await close?.();
    },
  };
}
