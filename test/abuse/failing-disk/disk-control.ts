import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';

/** What the disk is to do at the n-th write or sync of the watched file, counted from now. */
export interface DiskOrders {
  readonly failsAt: number;
  readonly forEver: boolean;
  readonly error: DiskError;
}

export type DiskError = 'EIO' | 'ENOSPC' | 'SIGKILL';

const NUMBERS: Readonly<Record<DiskError, number>> = { EIO: 5, ENOSPC: 28, SIGKILL: 0 };

export interface DiskControl {
  arm(orders: DiskOrders): void;
  /** Answers how many calls failed. */
  disarm(): number;
  close(): void;
}

const FIELD = 4;
const FIELDS = 6;
const FAULTS_AT = 5 * FIELD;

/** Makes the file by which a failing disk is told what to do. */
export function createDiskControlFile(path: string): void {
  writeFileSync(path, Buffer.alloc(FIELDS * FIELD));
}

export function openDiskControl(path: string): DiskControl {
  const fd = openSync(path, 'r+');
  const tell = (...fields: number[]) => writeSync(fd, Int32Array.from(fields), 0, fields.length * FIELD, 0);
  return {
    arm({ failsAt, forEver, error }) {
      tell(0, failsAt, forEver ? 1 : 0, NUMBERS[error], 0, 0);
      tell(1);
    },
    disarm() {
      tell(0);
      const faults = new Int32Array(1);
      readSync(fd, faults, 0, FIELD, FAULTS_AT);
      return faults[0] ?? 0;
    },
    close: () => closeSync(fd),
  };
}

/** In which a process is started whose disk fails; every file whose path begins with `watched` is on it. */
export function failingDiskEnvironment(library: string, control: string, watched: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LD_PRELOAD: library,
    TILLDESK_FAULT_CONTROL: control,
    TILLDESK_FAULT_FILE: watched,
  };
}
