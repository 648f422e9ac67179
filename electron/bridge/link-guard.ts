/**
 * The address of a link that may be opened outside the program; null for any other. HTTPS on its own port, no
 * user or password, and a host that is exactly one of `allowedHosts`. What is opened is the address answered
 * here, never the text: two readers of one text can disagree.
 */
export function openableLink(text: string, allowedHosts: readonly string[]): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  return allowedHosts.includes(url.hostname) ? url : null;
}
