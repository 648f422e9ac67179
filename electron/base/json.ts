import { codeOf } from './errors.ts';
import { readRegularFile } from './private-file.ts';

/** What a JSON text says; undefined, which none can say, for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same of a file, for callers to whom a damaged one is as good as none: undefined for both. */
export function readJsonFile(file: string): unknown {
  try {
    return parseJson(readRegularFile(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
