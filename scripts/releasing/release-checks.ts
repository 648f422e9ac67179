/**
 * When each major version of Electron came out. To be added to with each one: the newest three are supported, and a new
 * one comes every eight weeks.
 */
const RELEASED: Readonly<Record<string, string>> = {
  43: '2026-07-01',
  44: '2026-08-25',
  45: '2026-10-21',
};

const SUPPORTED_MAJORS = 3;
const SUPPORTED_DAYS = SUPPORTED_MAJORS * 8 * 7;
const DAY_MS = 86_400_000;

/** Why this Electron must not be shipped on this day; null where nothing is known against it. */
export function electronProblem(version: string, today: Date): string | null {
  const [major = ''] = version.split('.');
  const newest = Object.keys(RELEASED).sort((one, other) => Number(other) - Number(one));
  const released = RELEASED[major];
  if (released === undefined || !newest.slice(0, SUPPORTED_MAJORS).includes(major)) {
    return `Electron ${version} is not one of the supported ${newest.slice(0, SUPPORTED_MAJORS).join(', ')}.`;
  }
  const end = new Date(Date.parse(released) + SUPPORTED_DAYS * DAY_MS);
  if (today < end) return null;
  return `The support of Electron ${major} ended by ${end.toISOString().slice(0, 10)}.`;
}

interface LockedPackage {
  readonly version?: string;
  /** Given where it is not that of the folder. */
  readonly name?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export type Manifest = Pick<LockedPackage, 'dependencies' | 'devDependencies' | 'optionalDependencies'>;

/** What makes installations differ; a sentence each. */
export function lockfileProblems(manifest: Manifest, { lockfileVersion, packages }: Lockfile): readonly string[] {
  return [
    ...(lockfileVersion === 3 ? [] : ['The version of the lock file is not 3.']),
    ...Object.entries(wantedOf(manifest)).flatMap(([name, wanted]) => {
      const locked = packages[`node_modules/${name}`]?.version;
      return locked === wanted ? [] : [`${name} is wanted as ${wanted} and locked as ${locked ?? 'nothing'}.`];
    }),
    ...Object.entries(packages).flatMap(([path, locked]) => (path === '' ? [] : problemsOf(path, locked))),
  ];
}

function wantedOf(manifest: Manifest): Readonly<Record<string, string>> {
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
}

/**
 * The lock file leaves out where packages come from: then each comes from the registry that npm is set to, under the name
 * of its folder. A package with an address or another name could come from anybody.
 */
function problemsOf(path: string, { resolved, name, integrity = '', link }: LockedPackage): string[] {
  const isPinned = /^sha512-[\w+/]{86}==$/.test(integrity) && link !== true;
  const isOwn = resolved === undefined && (name === undefined || path.endsWith(`node_modules/${name}`));
  return [
    ...(isPinned ? [] : [`${path} is not pinned by a strong digest.`]),
    ...(isOwn ? [] : [`${path} comes from elsewhere (${resolved ?? name}).`]),
  ];
}

/** The answer of the registry about our packages. */
export type AuditVerdict =
  | { readonly kind: 'answered'; readonly severe: number; readonly others: number }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Reads what `npm audit --json` prints. Any other text is no answer, and never a good one. */
export function readAudit(text: string): AuditVerdict {
  const report = parseObject(text);
  const counts = member(member(report, 'metadata'), 'vulnerabilities');
  const [total, high, critical] = ['total', 'high', 'critical'].map((name) => member(counts, name));
  if (typeof total === 'number' && typeof high === 'number' && typeof critical === 'number') {
    return { kind: 'answered', severe: high + critical, others: total - high - critical };
  }
  const reason = member(report, 'message') ?? member(member(report, 'error'), 'summary');
  return { kind: 'unanswered', reason: typeof reason === 'string' ? reason : 'it said nothing' };
}

/** What prevents a release; a sentence each. No answer prevents it too. */
export function auditProblems(verdict: AuditVerdict): readonly string[] {
  if (verdict.kind === 'unanswered') {
    return [`The registry returned no audit (${verdict.reason}): make the release with a registry that does.`];
  }
  return verdict.severe === 0 ? [] : ['There are high or critical advisories: see npm audit.'];
}

/**
 * What lets a container file build on another image than the chosen one: a tag, which can name another image tomorrow.
 * An image is named by its digest, or by an ARG that has no default.
 */
export function containerProblems(text: string): readonly string[] {
  const required = [...text.matchAll(/^ARG\s+(\w+)\s*$/gim)].map(([, name]) => `\${${name}}`);
  const stages = [...text.matchAll(/^FROM\s.*\sAS\s+(\S+)\s*$/gim)].map(([, name]) => name);
  return [...text.matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)/gim)].flatMap(([, image = '']) => {
    const isPinned = /@sha256:[\da-f]{64}$/.test(image) || required.includes(image) || stages.includes(image);
    return isPinned ? [] : [`The container file builds on ${image}, which is not pinned by a digest.`];
  });
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function member(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
