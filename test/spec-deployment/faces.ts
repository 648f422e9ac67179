import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { onTestFinished, vi } from 'vitest';
import { createHttpsTransport } from '../../electron/api-client/https-transport.ts';
import { UPSTREAM_LIMITS } from '../../electron/api-client/upstream-limits.ts';
import type { Caller } from '../../electron/base/caller.ts';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import type { ExportPlatform } from '../../electron/exports/export-platform.ts';
import { trackAnswerAge } from '../../electron/platform/answer-age.ts';
import { withCopy } from '../../electron/platform/copy/copied-platform.ts';
import { createCopyDirectory } from '../../electron/platform/copy/copy-directory.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { createCatalogSource } from '../../electron/platform/remote/copied-catalog.ts';
import { createKeyedPlatform } from '../../electron/platform/remote/keyed-platform.ts';
import { createKeyedReader, readKeyedCaller, type SendRead } from '../../electron/platform/remote/keyed-reader.ts';
import { createApiKeyService, createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import type { DatasetName } from '../../shared/contract/exports.ts';
import { connectAssistant } from '../support/assistant.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createLogRecorder } from '../support/log-recorder.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { createPlainExporter } from '../support/plain-exporter.ts';
import { startRemoteService } from '../support/remote-service.ts';
import { USER } from '../support/spec-deployment/data.ts';
import { startSpecDeployment } from '../support/spec-deployment/server.ts';
import type { Switches } from '../support/spec-deployment/switches.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

/** Not in our format. */
const ODD_KEY = 'sk-live/4f=9+~a';

/** How files are saved: by the program, which reads like its API, and by the command with a key over the address. */
export const SAVES = ['saveCsv', 'saveKeyedCsv'] as const;

export type Query = Readonly<Record<string, string | number | boolean>>;

/** The answer of the program; the body of an error has its `message`. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly message?: string };
}

/** The program, signed in at a deployment written from the specification, until the test ends. */
export async function openFaces(changes: Partial<Switches> = {}) {
  const deployment = await startSpecDeployment({ key: ODD_KEY, ...changes });
  const store = await openTestStore();
  const program = await startRemoteService(store, deployment.address);
  onTestFinished(async () => {
    await program.stop();
    await store.close();
    await deployment.stop();
  });
  const { clock } = program;
  const { platform } = program.several;
  const token = await program.signIn(USER);
  const caller = await platform.signIn(USER);

  async function makeKey(): Promise<string> {
    const keys = createApiKeys({ keys: createApiKeysRepository(store.db), platform, clock });
    const service = createApiKeyService(keys, platform);
    const wanted = { name: 'Assistant', expiresAt: null, personalData: true };
    return (await service.create(caller, wanted, ODD_KEY)).key;
  }

  return {
    deployment,
    program,
    /** `GET` of the local API, like the window and other programs. */
    async readApi(path: string, query: Query = {}): Promise<Answer> {
      const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const answer = await program.send('GET', `${path}?${text}`, { token });
      return { status: answer.status, body: JSON.parse(answer.text) };
    },
    /** Calls a tool with an API key of the program. */
    async callTool(name: string, query: Query): Promise<Answer> {
      const client = await connectAssistant(program, await makeKey());
      const args = Object.fromEntries(
        Object.entries(query).map(([key, value]) => [key, LISTS.includes(key) ? [value] : value]),
      );
      const answer = await client.callTool({ name, arguments: args });
      await client.close();
      const [first] = answer.content as readonly { readonly text: string }[];
      const text = first?.text ?? '';
      return answer.isError ? { status: 400, body: { message: text } } : { status: 200, body: JSON.parse(text) };
    },
    /** The rows of a CSV file for programs. Throws `ExportError`. */
    saveCsv: (dataset: DatasetName, query: Query) => writeCsv({ platform, caller, clock }, dataset, query),
    /** The same, read with a key over the address. */
    async saveKeyedCsv(dataset: DatasetName, query: Query) {
      const limits = UPSTREAM_LIMITS;
      const client = createHttpsTransport({
        baseAddress: deployment.address,
        authorities: [],
        clock: systemClock,
        limits,
      });
      onTestFinished(client.close);
      const headers = { authorization: `Bearer ${ODD_KEY}` };
      const send: SendRead = (path) => client.send({ method: 'GET', path, headers });
      const keyed = createKeyedPlatform({ send, clock, log: createLogRecorder().log });
      const reader = await readKeyedCaller(createKeyedReader(send));
      return writeCsv({ platform: keyed, caller: reader, clock }, dataset, query);
    },
    /** The price list from the copy of the catalog, once that is complete. */
    async readCopy() {
      const { log } = createLogRecorder();
      const copied = withCopy({
        opened: { platform, webhooks: null, close() {} },
        ...{ baseUrl: deployment.address, clock, log, getAnswerRetentionMs: () => 0 },
        directory: createCopyDirectory({ folder: createTemporaryFolder(), clock, log }),
        source: createCatalogSource(platform, (db) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher })),
      });
      onTestFinished(() => copied.close());
      const reader = await copied.platform.signIn(USER);
      return vi.waitFor(
        () =>
          trackAnswerAge(async (ageOf) => {
            const { rows } = await copied.platform.readPriceList(reader, {}, null);
            if (ageOf() === null) throw new Error('there is no whole copy yet');
            return rows;
          }),
        { timeout: 5_000 },
      );
    },
  };
}

interface Reading {
  readonly platform: ExportPlatform;
  readonly caller: Caller;
  readonly clock: Clock;
}

async function writeCsv({ platform, caller, clock }: Reading, dataset: DatasetName, query: Query) {
  const filters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const exporter = createPlainExporter({ platform, clock });
  const { path } = await exporter.run({
    request: { dataset, filters, format: 'csv', profile: 'data', language: 'nl' },
    ...{ caller, targetPath: join(createTemporaryFolder(), 'file.csv'), onProgress: () => {} },
    signal: new AbortController().signal,
  });
  const rows: readonly Readonly<Record<string, string>>[] = parse(readFileSync(path), { columns: true, bom: true });
  return rows;
}

/** Parameters of tools that accept several values. */
const LISTS: readonly string[] = ['status', 'include', 'shop_id'];
