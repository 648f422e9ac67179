import type { Logger } from 'pino';
import type { ServerConfig } from '../config/server-config.ts';
import type { TlsIdentity } from '../service/server/create-server.ts';
import { openUpdateServer } from '../service/server/update-server.ts';
import type { ReportUpdate } from '../store/migrations/migrate-store.ts';

export interface DataUpdate {
  readonly report: ReportUpdate;
  /** Must be called before the program itself listens. */
  end(): Promise<void>;
}

interface DataUpdateOptions {
  readonly server: Pick<ServerConfig, 'listen' | 'metricsListen' | 'logsTo'>;
  readonly tls: TlsIdentity | null;
  readonly apiPort: number;
  /** An orchestrator may watch the `/health` of a program without a window. */
  readonly isHeadless: boolean;
  readonly log: Logger;
}

/** Reports the progress of a data update: on the terminal, in the log, and through `/health` of a server. */
export function createDataUpdate({ server, tls, apiPort, isHeadless, log }: DataUpdateOptions): DataUpdate {
  let sentence = '';
  let opened: Promise<() => Promise<void>> | null = null;

  function openServer(): void {
    const { metricsListen, listen: address } = server;
    const where = metricsListen === null ? { address, port: apiPort, tls } : { ...metricsListen, tls: null };
    if (!isHeadless || where.port === 0) return;
    opened ??= openUpdateServer({ ...where, describe: () => sentence });
    // The service reports the same port when it listens.
    opened.catch((err) => log.warn({ err }, 'the progress of the update cannot be served'));
  }

  return {
    report(reported) {
      sentence = reported;
      log.info({ step: sentence }, 'the data is updated for this version');
      if (server.logsTo === 'file') process.stdout.write(`${sentence}\n`);
      openServer();
    },
    async end() {
      const close = await opened?.catch(() => null);
      await close?.();
    },
  };
}
