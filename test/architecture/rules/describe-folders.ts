/** A folder at the top or directly below electron/, each of which explains itself. */
const DESCRIBED = /^(electron\/)?[^/]+\//;

/** Folders that need a README.md and have none, from the paths of all files. */
export function foldersWithoutReadme(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => foldersToDescribe(path)));
  return [...folders].filter((folder) => !paths.includes(`${folder}README.md`)).sort();
}

function foldersToDescribe(path: string): string[] {
  const [top] = path.split('/');
  const folder = DESCRIBED.exec(path)?.[0];
  return [`${top}/`, ...(folder === undefined ? [] : [folder])];
}
