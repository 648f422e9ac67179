/**
 * The arguments that are meant for us. Before the path of the app, which a packaged app does not have, stand
 * switches of Chromium.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const own = argv.slice(1);
  if (isPackaged) return own;
  return own.slice(own.findIndex((argument) => !argument.startsWith('-')) + 1);
}
