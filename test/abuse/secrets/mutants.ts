import { mutantsOf } from '../harness/mutant.ts';

export const SECRETS_MUTANTS = mutantsOf(['logged-body', 'told-window'], {
  'electron/service/server/request-log.ts': {
    'logged-body': ['the log holds bodies', '...(caller && {', 'body: request.body, ...(caller && {'],
    'logged-header': [
      'the log holds the Authorization header',
      '...(caller && {',
      'authorization: request.headers.authorization, ...(caller && {',
    ],
    'logged-address': [
      'the log holds paths with their queries',
      "loggablePath(request.raw.url ?? '')",
      "(request.raw.url ?? '')",
    ],
    'logged-path': ['the log holds paths as they were asked for', '!PLAIN_PART.test(part)', 'false'],
  },
  'electron/service/security/sign-in.ts': {
    'logged-names': [
      'the log holds what was typed at a failed sign-in',
      'const ask = async (asked: SignInRequest, isProven: boolean) => {',
      `const ask = async (asked: SignInRequest, isProven: boolean) => {
      log.info({ account: request.account, email: request.email }, 'asks');`,
    ],
  },
  'electron/startup/log-file.ts': {
    'logged-errors': [
      'the log holds whatever an error quotes',
      'redact(pino.stdSerializers.err(error))',
      'pino.stdSerializers.err(error)',
    ],
  },
  'electron/service/security/api-keys.ts': {
    'printed-key': [
      'a key is printed as it is made',
      'const key = newApiKey();',
      `const key = newApiKey();
      process.stdout.write(key);`,
    ],
    'key-in-name': [
      'a key is kept in its name',
      'key_hash: secretHash(key),',
      `key_hash: secretHash(key),
        ...{ name: name + key },`,
    ],
  },
  'electron/base/secret-hash.ts': {
    'plain-secrets': [
      'tokens and keys are stored as they are',
      "return createHash('sha256').update(secret).digest('hex');",
      'return secret;',
    ],
  },
  'electron/webhooks/webhook-secrets.ts': {
    'open-webhook-secrets': [
      'webhook secrets are stored as they are',
      ', seal, open };',
      ', seal: (secret) => secret, open: (sealed) => sealed };',
    ],
  },
  'electron/service/server/body-decoder.ts': {
    'quoted-input': [
      'an error reply quotes the body that it refuses',
      "'The body is not JSON.'",
      "'The body is not JSON: ' + body",
    ],
  },
  'electron/service/server/error-handler.ts': {
    'quoted-failure': [
      'an error reply tells why the platform failed',
      "'The service failed inside.'",
      'String(thrown)',
    ],
  },
  'electron/serve.ts': {
    'password-in-file': [
      'a remembered password lies in a file',
      "vault: createNamesVault({ file: join(folder.path, 'sign-ins.json'), log }),",
      `vault: ((vault) => ({
        ...vault,
        async write(signIns) {
          (await import('node:fs')).writeFileSync(folder.path + '/vault.json', JSON.stringify(signIns));
          return vault.write(signIns);
        },
      }))(createNamesVault({ file: join(folder.path, 'sign-ins.json'), log })),`,
    ],
  },
  'electron/session/session-keeper.ts': {
    'told-window': [
      'the window receives the token',
      "return { kind: 'signed-in', ...known, sessionId, me, platform: person.platform, signInId };",
      "return { kind: 'signed-in', ...known, sessionId, me, platform: session.tokens.token(), signInId };",
    ],
  },
});
