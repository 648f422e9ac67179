import { app } from 'electron';

/** Lets the app quit only once `stop` is done, however quitting was asked for; then with status 0. */
export function quitAfter(stop: () => Promise<void>): void {
  let isStopping = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => app.exit(0));
  });
}
