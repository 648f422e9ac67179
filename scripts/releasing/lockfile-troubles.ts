interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export type Manifest = Pick<LockedPackage, 'dependencies' | 'devDependencies'>;

/** What keeps an installation from being the same everywhere; a sentence each. */
export function lockfileTroubles(
  manifest: Manifest,
  { lockfileVersion, packages }: Lockfile,
): readonly string[] {
  return [
    ...(lockfileVersion === 3 ? [] : ['The lock file is of another version than 3.']),
    ...Object.entries(wantedOf(manifest)).flatMap(([name, wanted]) => {
      const locked = packages[`node_modules/${name}`]?.version;
      return locked === wanted
        ? []
        : [`${name} is wanted as ${wanted} and locked as ${locked ?? 'nothing'}.`];
    }),
    ...Object.entries(packages).flatMap(([path, locked]) => (path === '' ? [] : troublesOf(path, locked))),
  ];
}

function wantedOf({ dependencies, devDependencies }: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...devDependencies };
}

/** The lock file of a project may leave out where packages come from: then it is the registry that npm is set to. */
function troublesOf(path: string, { resolved = 'https://', integrity = '', link }: LockedPackage): string[] {
  const isPinned = /^sha512-[\w+/]{86}==$/.test(integrity) && link !== true;
  return isPinned && resolved.startsWith('https://') ? [] : [`${path} is not pinned by a strong digest.`];
}
