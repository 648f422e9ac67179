import type { Ground, PortName, TargetName } from './ground.ts';
import { targetOn } from './ground.ts';
import { FOREIGN_FORMS, type HostForm } from './host-forms.ts';
import { requestBytes, type WireProbe } from './wire-probe.ts';

const TARGETS: readonly TargetName[] = ['read', 'public', 'change'];

/** A page whose name was made to point at this computer, and everybody else who asks for somebody else. */
export function hostProbes(ground: Ground): readonly WireProbe[] {
  return (['api', 'ui'] as const).flatMap((port) =>
    FOREIGN_FORMS.flatMap((form) => TARGETS.map((name) => hostProbe(ground, port, name, form))),
  );
}

function hostProbe(ground: Ground, port: PortName, name: TargetName, form: HostForm): WireProbe {
  const { method, path, headers, ...rest } = targetOn(ground, port, name);
  const number = String(ground[port].port);
  const target = { ...rest, method, path: `${form.before ?? ''}${path}`.replace('PORT', number), headers };
  const lines = form.lines.map((line) => line.replaceAll('PORT', number));
  return {
    port,
    what: `${form.what} at ${method} ${path} of ${port}`,
    bytes: requestBytes(target, lines),
    fate: 'forbidden',
  };
}
