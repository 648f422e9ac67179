import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessFacts {
  readonly parent: number;
  readonly seconds: number;
}

/** Seconds of processor time that a process and its children of now have used, those that ended before included (Linux). */
export function cpuSeconds(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => factsOf(name) ?? [])
    .filter(({ parent }) => parent === pid);
  return [factsOf(String(pid)), ...children].reduce((sum, facts) => sum + (facts?.seconds ?? 0), 0);
}

/** Undefined for a process that has ended meanwhile. */
function factsOf(pid: string): ProcessFacts | undefined {
  const text = readStat(pid);
  // The name of the program, which may hold anything, ends with the last bracket.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return { parent: parent ?? 0, seconds: times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND };
}

function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) {
      return undefined;
    }
    throw error;
  }
}
