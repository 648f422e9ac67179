import { join } from 'node:path';
import { build, type Platform } from 'electron-builder';
import { projectRoot } from '../project-root.ts';

export interface BuilderRun {
  readonly targets: ReturnType<Platform['createTarget']>;
  /** A stand-in of Electron's distribution. */
  readonly electronDist: string;
  /** Gets what is made. */
  readonly output: string;
  /** On top of the environment, as long as it runs: where it finds stand-ins of the tools that it would download. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs electron-builder on the built product with the configuration of `npm run dist`. */
export async function runBuilder({ targets, electronDist, output, env = {} }: BuilderRun): Promise<void> {
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  Object.assign(process.env, env);
  try {
    await build({
      targets,
      projectDir: projectRoot,
      publish: null,
      config: {
        extends: join(projectRoot, 'electron-builder.yml'),
        electronDist,
        directories: { output },
      },
    });
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
