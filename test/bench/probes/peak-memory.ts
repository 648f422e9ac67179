import { readFileSync } from 'node:fs';

const SAMPLE_EVERY_MS = 20;
const KIB_PER_MB = 1000 / 1.024;

/** Megabytes of memory that a process holds now, seen from outside (Linux). */
export function memoryOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / KIB_PER_MB;
}

/** The most megabytes that a process was seen to hold while the work was done. */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid);
  const sample = () => {
    peak = Math.max(peak, memoryOf(pid));
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  sample();
  return peak;
}
