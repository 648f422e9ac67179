import type { Sabotage } from '../harness/sabotage.ts';

const REQUEST_LOG = 'electron/service/server/request-log.ts';
const WHO_CALLED = '...(caller && {';
const SERVE = 'electron/serve.ts';

/** Each takes a start of the whole program, so that the tests have time for a few alone. */
const sabotage = (name: string, flaw: string, file: string, find: string, put: string): Sabotage => ({
  ...{ name, flaw },
  edit: { file, find, put },
  leftToAbuse: true,
});
const quickSabotage: typeof sabotage = (...parts) => ({ ...sabotage(...parts), leftToAbuse: false });

export const SECRETS_SABOTAGES: readonly Sabotage[] = [
  quickSabotage('logged-body', 'the log holds bodies', REQUEST_LOG, WHO_CALLED, `body: request.body, ${WHO_CALLED}`),
  sabotage(
    'logged-header',
    'the log holds the Authorization header',
    REQUEST_LOG,
    WHO_CALLED,
    `authorization: request.headers.authorization, ${WHO_CALLED}`,
  ),
  sabotage(
    'logged-address',
    'the log holds paths with their queries',
    REQUEST_LOG,
    "loggablePath(request.raw.url ?? '')",
    "(request.raw.url ?? '')",
  ),
  sabotage(
    'logged-path',
    'the log holds paths as they were asked for',
    'electron/service/server/request-log.ts',
    '!PLAIN_PART.test(part)',
    'false',
  ),
  sabotage(
    'logged-names',
    'the log holds what was typed at a failed sign-in',
    'electron/service/security/sign-in.ts',
    'const ask = async () => {',
    "const ask = async () => {\n      log.info({ account: request.account, email: request.email }, 'asks');",
  ),
  sabotage(
    'logged-errors',
    'the log holds whatever an error quotes',
    'electron/startup/log-file.ts',
    'redact(pino.stdSerializers.err(error))',
    'pino.stdSerializers.err(error)',
  ),
  sabotage(
    'printed-key',
    'a key is printed as it is made',
    'electron/service/security/api-keys.ts',
    'const key = newApiKey();',
    'const key = newApiKey();\n      process.stdout.write(key);',
  ),
  sabotage(
    'plain-secrets',
    'tokens and keys are stored as they are',
    'electron/base/secret-hash.ts',
    "return createHash('sha256').update(secret).digest('hex');",
    'return secret;',
  ),
  sabotage(
    'key-in-name',
    'a key is kept in its name',
    'electron/service/security/api-keys.ts',
    'key_hash: secretHash(key),',
    `key_hash: secretHash(key),\n        ...{ name: name + key },`,
  ),
  sabotage(
    'open-webhook-secrets',
    'webhook secrets are stored as they are',
    'electron/webhooks/webhook-secrets.ts',
    'seal: box.seal,\n    open: box.open,',
    'seal: (secret) => secret,\n    open: (sealed) => sealed,',
  ),
  sabotage(
    'quoted-input',
    'an error reply quotes the body that it refuses',
    'electron/service/server/body-decoder.ts',
    "'The body is not JSON.'",
    "'The body is not JSON: ' + body",
  ),
  sabotage(
    'quoted-failure',
    'an error reply tells why the platform failed',
    'electron/service/server/error-handler.ts',
    "'The service failed inside.'",
    'String(thrown)',
  ),
  sabotage(
    'password-in-file',
    'a remembered password lies in a file',
    SERVE,
    "vault: createNamesVault({ file: join(folder.path, 'sign-ins.json'), log }),",
    `vault: ((vault) => ({
        ...vault,
        async write(signIns) {
          (await import('node:fs')).writeFileSync(folder.path + '/vault.json', JSON.stringify(signIns));
          return vault.write(signIns);
        },
      }))(createNamesVault({ file: join(folder.path, 'sign-ins.json'), log })),`,
  ),
  quickSabotage(
    'told-window',
    'the window is told the token',
    'electron/session/session-keeper.ts',
    "return { kind: 'signed-in', ...known, sessionId, me, platform: person.platform, signInId };",
    "return { kind: 'signed-in', ...known, sessionId, me, platform: session.tokens.token(), signInId };",
  ),
];
