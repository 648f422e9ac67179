import { existsSync, readFileSync, rmSync } from 'node:fs';

/** What the program wrote into its log in one life. */
export interface LifeLog {
  /** Lines that no kill explains, since the reading before. */
  readTroubles(): readonly string[];
}

/** A kill ends a process between two of its lines: it is no reason to warn of anything. Pino numbers its levels. */
const WARNING = 40;

export function createLifeLog(file: string): LifeLog {
  return {
    readTroubles() {
      if (!existsSync(file)) return [];
      const text = readFileSync(file, 'utf8');
      rmSync(file);
      return troublesIn(text);
    },
  };
}

/** A last line without an end was cut off by the kill. */
export function troublesIn(text: string): readonly string[] {
  return text.split('\n').slice(0, -1).filter(isTrouble);
}

function isTrouble(line: string): boolean {
  const { level, msg }: { level: number; msg?: string } = JSON.parse(line);
  return level >= WARNING || Boolean(msg?.includes('the store failed'));
}
