import { projectSources } from './project-files.ts';
import type { Rule } from './source-file.ts';

/** What a rule finds in all of the project's code. */
export function breachesOf(rule: Rule): string[] {
  return projectSources().flatMap((file) => rule(file));
}
