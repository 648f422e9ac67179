/** Has the browser save what lies at an address of the own origin. */
export function fetchIntoDownloads(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
