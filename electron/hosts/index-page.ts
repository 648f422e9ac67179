import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentPolicy, createPageNonce } from './content-policy.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export interface IndexPage {
  readonly html: string;
  readonly contentPolicy: string;
}

/** Makes the start page of the user interface, each time under a nonce of its own. */
export async function readIndexPage(rendererFolder: string): Promise<IndexPage> {
  const template = await readFile(join(rendererFolder, 'index.html'), 'utf8');
  const nonce = createPageNonce();
  return { html: template.replaceAll(NONCE_PLACEHOLDER, nonce), contentPolicy: contentPolicy(nonce) };
}
