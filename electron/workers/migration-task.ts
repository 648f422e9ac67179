import { systemClock } from '../base/clock.ts';
import { openStore } from '../store/open-store.ts';
import { createTask } from './tasks.ts';

/** Brings the tables of a store in a file up to date, which may take minutes. */
export default createTask<string, void, string>(async (file, { report }) => {
  const store = await openStore({ file, clock: systemClock, reportUpdate: report });
  await store.close();
});
