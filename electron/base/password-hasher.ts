import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';

/** Cost of scrypt. Memory is 128 * N * r bytes: 128 MiB by default. */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export interface PasswordHasher {
  /** `scrypt$N$r$p$salt$hash` with salt and hash in base64url. */
  hash(password: string): Promise<string>;
  /** Throws if `stored` has another form. */
  verify(password: string, stored: string): Promise<boolean>;
  /** Whether `stored` was hashed at a lower cost than a new one would be. Throws if it is not a hash. */
  isOutdated(stored: string): boolean;
  /** Takes as long as `verify`, for a user who does not exist. */
  verifyAgainstNothing(password: string): Promise<false>;
}

// OWASP's figures; see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const OWASP_COST: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_CONCURRENT = 2;
const STORED_FORM = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]{22})\$([\w-]{43})$/;

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes passwords with scrypt, at most two at a time: each takes 128 MiB and a thread. */
export function createPasswordHasher(options: { cost?: ScryptCost } = {}): PasswordHasher {
  const cost = options.cost ?? OWASP_COST;
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const derive = (password: string, salt: Buffer, { N, r, p }: ScryptCost) =>
    queue.add(() => deriveKey(password, salt, HASH_BYTES, { N, r, p, maxmem: getMemory({ N, r, p }) }));

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, cost);
      return ['scrypt', cost.N, cost.r, cost.p, encode(salt), encode(hash)].join('$');
    },

    async verify(password, stored) {
      const { salt, hash, ...storedCost } = parseStored(stored);
      return timingSafeEqual(hash, await derive(password, salt, storedCost));
    },

    isOutdated: (stored) => getWork(parseStored(stored)) < getWork(cost),

    async verifyAgainstNothing(password) {
      await derive(password, randomBytes(SALT_BYTES), cost);
      return false;
    },
  };
}

/** The bytes that OpenSSL counts for a cost; its own limit is too low for the default. */
function getMemory({ N, r, p }: ScryptCost): number {
  return 128 * r * (N + p + 2);
}

function getWork({ N, r, p }: ScryptCost): number {
  return N * r * p;
}

function parseStored(stored: string): ScryptCost & { salt: Buffer; hash: Buffer } {
  const match = STORED_FORM.exec(stored);
  if (!match) throw new Error('a stored password hash does not have the form scrypt$N$r$p$salt$hash');
  const [, N, r, p, salt = '', hash = ''] = match;
  return { N: Number(N), r: Number(r), p: Number(p), salt: decode(salt), hash: decode(hash) };
}

const encode = (bytes: Buffer) => bytes.toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url');
