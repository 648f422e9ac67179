import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { generateApiKey } from '../../../electron/service/security/api-key-format.ts';
import { makeApiKey, OCTOBER } from '../../support/assistant.ts';
import { writeDiscoveryFile } from '../../support/discovery-file.ts';
import { startFixtureService } from '../../support/fixture-service.ts';
import { runProgram } from '../../support/program-process.ts';
import { ACCOUNT, USER } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const UNPROVEN = '--accept-unproven-service';
const PROGRAM = 'dist/host/mcp.js';
const OWNER = { accountId: ACCOUNT.alpha, userId: USER.owner };

const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'read_financial_report', arguments: OCTOBER } },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

describe('npm run mcp', { timeout: 60_000 }, () => {
  it('serves the tools of a running Tilldesk over its standard input, and ends with it', async () => {
    const service = await startFixtureService();
    const key = await makeApiKey(service, OWNER);
    const client = new Client({ name: 'test', version: '1' });
    const args = [PROGRAM, '--base-url', `http://127.0.0.1:${service.port}`, UNPROVEN];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { TILLDESK_API_KEY: key } }));

    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    const shops = await client.callTool({ name: 'list_shops', arguments: {} });
    const { text } = await service.send('GET', '/api/shops', { token: key });
    expect(shops.structuredContent).toEqual(JSON.parse(text));
    const refused = await client.callTool({ name: 'list_orders', arguments: { from: 'now' } });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused.content)).toContain('from must be a calendar date');

    await service.stop();
    const away = await client.callTool({ name: 'list_shops', arguments: {} });
    expect(JSON.stringify(away.content)).toContain('could not be reached');
    await client.close();
  });

  it('sends the key only to the program of the data folder', async () => {
    const service = await startFixtureService();
    const signedIn = service.records.length;
    const folder = createTemporaryFolder();
    const options = { env: { TILLDESK_API_KEY: await makeApiKey(service, OWNER) }, typed: MESSAGES.join('') };
    const args = ['--base-url', `http://127.0.0.1:${service.port}`, '--data-dir', folder];
    const resultOf = async () =>
      JSON.parse((await runProgram('mcp', args, options)).out.trimEnd().split('\n')[1] ?? '').result;
    expect(await resultOf()).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did not prove') }],
    });
    writeDiscoveryFile(folder, service.port, 'ab'.repeat(32));
    expect(await resultOf()).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did not prove') }],
    });
    const calls = service.records.slice(signedIn).filter(({ msg }) => msg === 'request');
    // Only the health check with its challenge, which the log leaves out, was called.
    expect(calls).toEqual([]);
    rmSync(join(folder, 'instance.json'));
    writeDiscoveryFile(folder, service.port);
    expect((await resultOf()).structuredContent).toMatchObject(OCTOBER);
    await service.stop();
  });

  it('answers everything that came before its input ended', async () => {
    const service = await startFixtureService();
    const options = { env: { TILLDESK_API_KEY: await makeApiKey(service, OWNER) }, typed: MESSAGES.join('') };
    const { status, out, err } = await runProgram(
      'mcp',
      ['--base-url', `http://127.0.0.1:${service.port}`, UNPROVEN],
      options,
    );
    await service.stop();
    expect([status, err]).toEqual([0, '']);
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1].result.structuredContent).toMatchObject(OCTOBER);
  });

  it('ends with one sentence if a message is too large', async () => {
    const options = { env: { TILLDESK_API_KEY: generateApiKey() }, typed: `"${'a'.repeat(12_000_000)}"\n` };
    const { status, out, err } = await runProgram('mcp', ['--base-url', 'http://127.0.0.1:9', UNPROVEN], options);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^The connection to the assistant ended: .*maximum size of 10485760 bytes\.\n$/);
  });

  it('does not start with a key that the service refuses', async () => {
    const service = await startFixtureService();
    const options = { env: { TILLDESK_API_KEY: generateApiKey() } };
    const address = `http://127.0.0.1:${service.port}`;
    const { status, out, err } = await runProgram('mcp', ['--base-url', address, UNPROVEN], options);
    await service.stop();
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe(
      `Tilldesk at ${address} refuses the key in TILLDESK_API_KEY: it was revoked or has ended. Make another one.\n`,
    );
  });

  it.each([generateApiKey().slice(0, -1), `${generateApiKey()}a`, 'a-token'])(
    'says that %s is not a key',
    async (text) => {
      const { status, out, err } = await runProgram('mcp', [], { env: { TILLDESK_API_KEY: text } });
      expect([status, out]).toEqual([2, '']);
      expect(err).toBe('TILLDESK_API_KEY is not a whole API key: paste all of it, or make another one.\n');
    },
  );

  it('says in one sentence that it has no key', async () => {
    const { status, out, err } = await runProgram('mcp', []);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('set TILLDESK_API_KEY');
  });
});
