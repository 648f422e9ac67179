import { join } from 'node:path';
import { writePrivateFileSync } from '../../electron/base/private-file.ts';
import { NONCE, NOW } from './running-service.ts';

/** Writes into a data folder what the program writes that listens at the port. */
export function layDiscoveryFile(folder: string, apiPort: number, nonce = NONCE): void {
  const record = { pid: process.pid, startedAt: NOW, host: 'none', apiPort, uiPort: null, nonce };
  writePrivateFileSync(join(folder, 'instance.json'), JSON.stringify(record));
}
