import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { announceFile } from '../../../../electron/hosts/desktop/notifications.ts';
import { electronCalls } from '../../../support/electron-stand-in.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { forgetStandIn } from './made-host.ts';

beforeEach(forgetStandIn);

function announce() {
  const { log, records } = createLogRecorder();
  announceFile('/exports/january.pdf', 'en', log);
  const [notification] = electronCalls.notifications.splice(0);
  if (notification === undefined) throw new Error('there is no notification');
  return { notification, records };
}

/** Announces a file, after which the program's own reference is the only one. */
function announceUnheld(event: string, details: object): WeakRef<object> {
  const { notification } = announce();
  notification.emit(event, details, 'no toast');
  return new WeakRef(notification);
}

async function isHeld(reference: WeakRef<object>): Promise<boolean> {
  await setImmediate();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return reference.deref() !== undefined;
}

describe('the notification of a file', () => {
  it('shows the file in its folder when it is clicked', () => {
    announce().notification.emit('click', {});
    expect(electronCalls.opened).toEqual(['/exports/january.pdf']);
  });

  it.each([
    ['close', 'timedOut', true],
    ['close', 'userCanceled', false],
    ['failed', undefined, false],
  ])('after %s (%s) can still be clicked in the list of Windows: %s', async (event, reason, isClickable) => {
    expect(await isHeld(announceUnheld(event, { reason }))).toBe(isClickable);
  });

  it('is let go once 20 later ones were shown', async () => {
    const first = announceUnheld('close', { reason: 'timedOut' });
    for (let later = 0; later < 20; later += 1) announce();
    expect(await isHeld(first)).toBe(false);
  });

  it('is logged if the system does not show it', () => {
    const { notification, records } = announce();
    notification.emit('failed', {}, 'no toast');
    expect(records).toMatchObject([{ error: 'no toast', msg: 'a notification could not be shown' }]);
  });
});
