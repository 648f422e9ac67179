import { rmSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { readJsonFile } from '../base/json.ts';
import { replacePrivateFileSync } from '../base/private-file.ts';

/** The discovery file: with it another program of the same user finds this one, and asks it for proof. */
const InstanceRecord = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** RFC 3339. */
  startedAt: Type.String(),
  host: Type.Enum(['electron', 'browser', 'none']),
  apiPort: Type.Integer(),
  /** Address of the API for clients, if it is not `apiPort` of this computer over plain HTTP. */
  apiAddress: Type.Optional(Type.String()),
  /** The address of `apiPort`, as in a URL; missing in the file of an older program. */
  proofHost: Type.Optional(Type.String()),
  /** `null` if there is no browser host. */
  uiPort: Type.Union([Type.Integer(), Type.Null()]),
  /** 32 random bytes as hex: the key of every proof. */
  nonce: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type InstanceRecord = Static<typeof InstanceRecord>;

/** The program that wrote the file, which may have ended since; `null` if there is no file, or one of another form. */
export function readInstance(file: string): InstanceRecord | null {
  const record = readJsonFile(file);
  return Check(InstanceRecord, record) ? record : null;
}

/** Writes where the program listens now. Only the program that has locked the data folder may do so. */
export function publishInstance(file: string, record: InstanceRecord): void {
  replacePrivateFileSync(file, `${JSON.stringify(record, null, 2)}\n`, `${file}.new`);
}

export function removeInstance(file: string): void {
  rmSync(file, { force: true });
}
