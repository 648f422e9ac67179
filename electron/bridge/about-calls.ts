import type { About, Notice } from '../../shared/contract/bridge.ts';
import type { Config } from '../config/config.ts';
import type { DataFolder } from '../startup/data-folder.ts';
import type { ProgramFiles } from '../startup/program-files.ts';
import type { UiHost } from './host.ts';

interface ProgramFacts {
  readonly config: Pick<Config, 'apiPort' | 'platform'>;
  /** The base address where other tools sign in during this run; `null` for this program itself. */
  readonly defaultPlatform: string | null;
  readonly files: Pick<ProgramFiles, 'version' | 'projectFolder'>;
  readonly folder: Pick<DataFolder, 'path'>;
  readonly apiAddress: string;
  /** As `process.versions` has them. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** About the data. */
  readonly notices: readonly Notice[];
}

/** Members of `process.versions` with the names by which people know them. */
const RUNTIMES = [
  ['electron', 'Electron'],
  ['chrome', 'Chromium'],
  ['node', 'Node.js'],
  ['sqlite', 'SQLite'],
] as const;

export function describeProgram(facts: ProgramFacts, host: UiHost): About {
  const { config, files, folder, apiAddress, versions } = facts;
  const { setAside } = host.settings;
  return {
    version: files.version,
    host: host.kind,
    runtimes: RUNTIMES.flatMap(([member, name]) => {
      const version = versions[member];
      return version === undefined ? [] : [{ name, version }];
    }),
    apiAddress,
    isPortGiven: config.apiPort !== null,
    platform: facts.defaultPlatform,
    isPlatformGiven: config.platform !== null,
    dataFolder: folder.path,
    projectFolder: files.projectFolder,
    canShowDataFolder: host.canShowFolders,
    canStartWithSystem: host.canStartWithSystem,
    notices: [
      ...(setAside === null ? [] : [{ kind: 'settings-set-aside', path: setAside } as const]),
      ...facts.notices,
    ],
  };
}
