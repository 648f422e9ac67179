const MOST_LINES = 40;

/** The parts of electron/ that explain themselves besides the top folders. */
const DESCRIBED_PARTS = /^(electron\/(platform|session|feeds|exports)|[^/]+)\//;

/** Folders that need a README.md and have none, from the paths of all files. */
export function foldersWithoutReadme(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => foldersToDescribe(path)));
  return [...folders].filter((folder) => !paths.includes(`${folder}README.md`)).sort();
}

export function isReadmeTooLong(text: string): boolean {
  return text.trimEnd().split('\n').length > MOST_LINES;
}

function foldersToDescribe(path: string): string[] {
  const [top] = path.split('/');
  const part = DESCRIBED_PARTS.exec(path)?.[0];
  return [`${top}/`, ...(part === undefined ? [] : [part])];
}
