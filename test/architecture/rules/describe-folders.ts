/** The parts of electron/ that explain themselves besides the top folders. */
const DESCRIBED_PARTS = /^(electron\/(api-client|exports|platform|session|webhooks|workers)|[^/]+)\//;

/** Folders that need a README.md and have none, from the paths of all files. */
export function foldersWithoutReadme(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => foldersToDescribe(path)));
  return [...folders].filter((folder) => !paths.includes(`${folder}README.md`)).sort();
}

function foldersToDescribe(path: string): string[] {
  const [top] = path.split('/');
  const part = DESCRIBED_PARTS.exec(path)?.[0];
  return [`${top}/`, ...(part === undefined ? [] : [part])];
}
