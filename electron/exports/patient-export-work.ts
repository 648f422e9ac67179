import { setImmediate } from 'node:timers/promises';
import { type Around, aroundCalls } from './around-calls.ts';
import { cancellation } from './expect-not-cancelled.ts';
import { type ExportWork, exportWorkOn } from './export-work.ts';
import { patientPlatform } from './patient-platform.ts';
import type { ExportGround } from './select-export.ts';

/**
 * Exports of a platform whose calls may fail in passing, on the thread that asks. Whoever cancels waits neither for an
 * answer that is under way nor for the pause before a call is repeated.
 */
export function patientExportWork({ platform, ...ground }: ExportGround): ExportWork {
  function workUntil(signal: AbortSignal): ExportWork {
    const patient = patientPlatform(platform, ground.clock, signal);
    return exportWorkOn({ ...ground, platform: aroundCalls(patient, endingWith(signal)) });
  }

  return {
    write: (asked, tell, signal) => workUntil(signal).write(asked, tell, signal),
    compare: (asked, signal) => workUntil(signal).compare(asked, signal),
  };
}

/** A platform that answers at once leaves no moment in which somebody could cancel: there is one before each call. */
function endingWith(signal: AbortSignal): Around {
  return async (call) => {
    await setImmediate();
    return new Promise((resolve, reject) => {
      const stop = () => reject(cancellation());
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      const leave = () => signal.removeEventListener('abort', stop);
      call().then(resolve, reject).finally(leave);
    });
  };
}
