import { homedir } from 'node:os';
import type { ConfigSources } from './config.ts';

/** What the configuration is read from in a running process. */
export function systemSources(argv: readonly string[]): ConfigSources {
  return {
    argv,
    env: process.env,
    platform: process.platform,
    homeFolder: homedir(),
    workingFolder: process.cwd(),
  };
}
