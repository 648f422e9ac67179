import { rename, rm, writeFile } from 'node:fs/promises';

/** Puts a text in the place of what the file held, whole or not at all, for its owner alone. */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  // One that a killed program left, or somebody else put there, keeps the rights that it has: it is made anew.
  await rm(draft, { force: true });
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  await rename(draft, file);
}
