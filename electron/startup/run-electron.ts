import { spawn } from 'node:child_process';
import { inOneArgumentEach } from '../config/read-options.ts';

export interface ElectronRun {
  readonly program: string;
  /** Folder of package.json, whose `main` Electron starts. */
  readonly root: string;
  readonly argv: readonly string[];
  readonly isRoot: boolean;
}

/** Runs the Electron program until it ends and answers its exit status. Signals are passed on to it. */
export function runElectron({ program, root, argv, isRoot }: ElectronRun): Promise<number> {
  return new Promise((resolve, reject) => {
    // Chromium refuses its sandbox to root.
    const switches = isRoot ? ['--no-sandbox'] : [];
    const child = spawn(program, [...switches, root, ...inOneArgumentEach(argv)], { stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, pass);
    const settle = (finish: () => void) => {
      for (const signal of signals) process.off(signal, pass);
      finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (status) => settle(() => resolve(status ?? 1)));
  });
}
