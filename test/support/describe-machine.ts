import { arch, cpus, platform, release, totalmem } from 'node:os';

const GIB = 2 ** 30;

/** The day, and on what it ran. */
export function describeMachine(at: Date): string {
  const [first] = cpus();
  const machine = [
    `${cpus().length} × ${first?.model.trim() ?? 'an unknown processor'}`,
    `${Math.round(totalmem() / GIB)} GiB`,
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`,
  ];
  return `${at.toISOString().slice(0, 10)}, ${machine.join(', ')}`;
}
