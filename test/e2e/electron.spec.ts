import { electronTest as test } from './support/electron-window.ts';
import { takeJourney } from './support/journey.ts';

test.describe('the main job in the Electron window', () => {
  test('is done from sign-in to the report', async ({ electron }) => {
    await takeJourney(electron.page);
  });
});
