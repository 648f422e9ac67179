import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { startFixtureService } from '../../support/fixture-service.ts';
import { runProgram } from '../../support/program-process.ts';
import { ACCOUNT, USER } from '../../support/shop-fixture.ts';

const PROGRAM = 'dist/host/mcp.js';

describe('npm run mcp', { timeout: 60_000 }, () => {
  it('serves the tools of a running Tilldesk to a program that starts it, and ends with its input', async () => {
    const service = await startFixtureService();
    const identify = async () => null;
    const keys = createApiKeysRepository(service.store.db);
    const apiKeys = createApiKeys({ keys, platform: { identify }, clock: service.clock });
    const owner = { accountId: ACCOUNT.alpha, userId: USER.owner };
    const { key } = await apiKeys.create(owner, { name: 'Assistant', expiresAt: null, personalData: false });
    const client = new Client({ name: 'test', version: '1' });
    const args = [PROGRAM, '--base-url', `http://127.0.0.1:${service.port}`];
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

  it('says in a sentence that it has no key', async () => {
    const { status, out, err } = await runProgram('mcp', []);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('set TILLDESK_API_KEY');
  });
});
