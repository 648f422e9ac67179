import { systemClock } from '../base/clock.ts';
import { openStore } from '../store/open-store.ts';
import { createTask } from './tasks.ts';

/** Updates the tables of a store file, which may take minutes. */
export default createTask<string, void, string>(async (file, { report }) => {
  const store = await openStore({ file, clock: systemClock, reportUpdate: report });
  await store.close();
});
