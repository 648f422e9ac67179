/** A file of the project as the rules see it. */
export interface SourceFile {
  /** From the root of the project, with forward slashes: `electron/main.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Looks at one file and answers a sentence for each breach. */
export type Rule = (file: SourceFile) => readonly string[];
