import { arch, cpus, platform, release, totalmem } from 'node:os';

const GIB = 2 ** 30;

/** Describes the computer of a measurement. */
export function describeMachine(): string {
  const [first] = cpus();
  return [
    `${cpus().length} × ${first?.model.trim() ?? 'an unknown processor'}`,
    `${Math.round(totalmem() / GIB)} GiB`,
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`,
  ].join(', ');
}
