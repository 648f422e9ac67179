import type { Log } from '../../../electron/base/log.ts';

export interface RecordedLog extends Log {
  readonly lines: { readonly level: string; readonly fields: object; readonly message: string }[];
  text(): string;
}

export function recordedLog(): RecordedLog {
  const lines: RecordedLog['lines'] = [];
  const write = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return {
    lines,
    text: () => JSON.stringify(lines),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
