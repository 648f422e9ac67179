import { expect, it } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { StartError } from '../../../electron/base/errors.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { composeDatabase } from '../../../electron/compose/database.ts';
import { createTeardown } from '../../../electron/startup/shutdown.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { openDatabase } from '../open-database.ts';

it("a server whose secret key differs from the first server's is refused, and one with the same key starts", async () => {
  const url = await openDatabase();
  const { log } = createLogRecorder();
  const teardown = createTeardown({ clock: systemClock, limitMs: 5_000, onProblem: () => undefined });
  const join = (key: number) =>
    composeDatabase(
      {
        ...{ source: { kind: 'url', url, isTyped: false }, hasDemoShops: false },
        ...{ clock: systemClock, log },
        ...{ secretKey: Buffer.alloc(32, key), hasher: createPasswordHasher() },
        watch: { onQuery() {}, onPool() {} },
        reportUpdate: () => undefined,
      },
      teardown,
    );
  try {
    await join(1);
    await expect(join(2)).rejects.toThrow(StartError);
    await expect(join(2)).rejects.toThrow('The other servers of this database have a different secret key');
    await join(1);
  } finally {
    await teardown.run();
  }
});
