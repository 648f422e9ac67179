import type { CopiedTable } from './copied-table.ts';

/** Puts a table on the clipboard; rejects where the window may not use it. */
export async function writeTable(table: CopiedTable): Promise<void> {
  if (copyAsUser(table)) return;
  const parts = Object.entries(formsOf(table)).map(([type, data]) => [type, new Blob([data], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
}

/**
 * As if the user copied from the page: possible until some seconds after a press only. Preferred, since the other
 * way reads the HTML as if it were shown, and the content security policy then reports every style in it.
 */
function copyAsUser(table: CopiedTable): boolean {
  const fill = (event: ClipboardEvent) => {
    for (const [type, data] of Object.entries(formsOf(table))) event.clipboardData?.setData(type, data);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill);
  }
}

function formsOf({ text, html }: CopiedTable): Readonly<Record<string, string>> {
  return { 'text/plain': text, 'text/html': html };
}
