const MOST_LINES = 40;

/** Results of a program in a README.md are not read as a text. */
const WRITTEN_RESULTS = /<!-- results: .*? -->.*?<!-- end of results -->/s;

/** The parts of electron/ that explain themselves besides the top folders. */
const DESCRIBED_PARTS = /^(electron\/(platform|session|feeds|exports|threads|upstream)|[^/]+)\//;

/** Folders that need a README.md and have none, from the paths of all files. */
export function foldersWithoutReadme(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => foldersToDescribe(path)));
  return [...folders].filter((folder) => !paths.includes(`${folder}README.md`)).sort();
}

export function isReadmeTooLong(text: string): boolean {
  return text.replace(WRITTEN_RESULTS, '').trimEnd().split('\n').length > MOST_LINES;
}

function foldersToDescribe(path: string): string[] {
  const [top] = path.split('/');
  const part = DESCRIBED_PARTS.exec(path)?.[0];
  return [`${top}/`, ...(part === undefined ? [] : [part])];
}
