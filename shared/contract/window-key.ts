/**
 * In the browser host the page shows a key with each call, besides its cookie: a browser sends cookies to every port of
 * this computer, and keeps what a page stores apart by port. The launch page hands it over behind the `#` of an address,
 * which no server sees.
 */
export const WINDOW_KEY_HEADER = 'x-tilldesk-window';

/** `#window-key=…` */
export const WINDOW_KEY_FRAGMENT = 'window-key';
