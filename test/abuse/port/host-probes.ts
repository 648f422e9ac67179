import { type Ground, type PortName, type TargetName, targetOn } from './ground.ts';
import { FOREIGN_FORMS, type HostForm, NO_NAMES_OF_WINDOW } from './host-forms.ts';
import { requestBytes, type WireProbe } from './wire-probe.ts';

const TARGETS: readonly TargetName[] = ['read', 'public', 'change'];

/** A page whose name was made to point at this computer, and everybody else who asks for somebody else. */
export function hostProbes(ground: Ground): readonly WireProbe[] {
  return (['api', 'ui'] as const).flatMap((port) =>
    TARGETS.flatMap((name) => formsOf(port, name).map((form) => hostProbe(ground, port, name, form))),
  );
}

function formsOf(port: PortName, name: TargetName): readonly HostForm[] {
  return port === 'ui' && name !== 'public' ? [...FOREIGN_FORMS, ...NO_NAMES_OF_WINDOW] : FOREIGN_FORMS;
}

function hostProbe(ground: Ground, port: PortName, name: TargetName, form: HostForm): WireProbe {
  const { method, path, headers, hostName, ...rest } = targetOn(ground, port, name);
  const number = String(ground[port].port);
  const filled = (text: string) => text.replaceAll('NAME', hostName).replaceAll('PORT', number);
  const target = { ...rest, hostName, method, path: filled(`${form.before ?? ''}${path}`), headers };
  const lines = form.lines.map(filled);
  return {
    port,
    what: `${form.what} at ${method} ${path} of ${port}`,
    bytes: requestBytes(target, lines),
    fate: 'forbidden',
  };
}
