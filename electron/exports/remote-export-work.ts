import { type Around, aroundCalls } from './around-calls.ts';
import { cancellation } from './expect-not-cancelled.ts';
import { type ExportWork, exportWorkOn } from './export-work.ts';
import { patientPlatform } from './patient-platform.ts';
import type { ExportGround } from './select-export.ts';

/**
 * Exports of another deployment, on the thread that asks: they wait for answers more than they work, and what answers
 * is open there. Whoever cancels does not wait for an answer that is under way.
 */
export function remoteExportWork({ platform, ...ground }: ExportGround): ExportWork {
  function workUntil(signal: AbortSignal): ExportWork {
    const patient = patientPlatform(platform, ground.clock, signal);
    return exportWorkOn({ ...ground, platform: aroundCalls(patient, endingWith(signal)) });
  }

  return {
    write: (asked, tell, signal) => workUntil(signal).write(asked, tell, signal),
    compare: (asked, signal) => workUntil(signal).compare(asked, signal),
  };
}

function endingWith(signal: AbortSignal): Around {
  return (call) =>
    new Promise((resolve, reject) => {
      const stop = () => reject(cancellation());
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      const leave = () => signal.removeEventListener('abort', stop);
      call().then(resolve, reject).finally(leave);
    });
}
