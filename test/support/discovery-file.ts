import { join } from 'node:path';
import { writePrivateFileSync } from '../../electron/base/private-file.ts';
import { NONCE, NOW } from './running-service.ts';

/** Writes the discovery file of a program that listens on the port into a data folder. */
export function layDiscoveryFile(folder: string, apiPort: number, nonce = NONCE): void {
  const record = { pid: process.pid, startedAt: NOW, host: 'none', apiPort, uiPort: null, nonce };
  writePrivateFileSync(join(folder, 'instance.json'), JSON.stringify(record));
}
