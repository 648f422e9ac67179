/** Where the window finds the user interface: a scheme of our own, never a file or a server. */
export const APP_SCHEME = 'app';
const APP_HOST = 'bundle';
const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_START_PAGE = `${APP_ORIGIN}/`;

/** Whether an address is one of the window's own pages or files. `URL.origin` knows no schemes of one's own. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === ''
  );
}
