import { describe, expect, it } from 'vitest';
import { readExportCommand } from '../../../electron/cli/export-options.ts';
import { HelpRequested } from '../../../electron/config/command-line.ts';
import { ConfigError } from '../../../electron/config/config.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const read = (line: string) => readExportCommand(line === '' ? [] : line.split(' '), NOW);

describe('readExportCommand', () => {
  it('reads a dataset: by default a CSV for Excel in Dutch from the usual store', () => {
    expect(read('price-list')).toEqual({
      kind: 'dataset',
      request: { dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
      source: {
        kind: 'store',
        store: { dataDir: undefined, database: {} },
        account: null,
      },
      out: null,
      ledgers: null,
      hasManifest: false,
      note: null,
    });
  });

  it.each(['xlsx', 'pdf', 'jsonl'])('has a profile for CSV files only: none for %s', (format) => {
    for (const what of ['price-list', '--package 2026-10']) {
      const command = read(`${what} --format ${format}`);
      expect(command).toMatchObject({ request: { format } });
      expect(command).not.toHaveProperty('request.profile');
    }
  });

  it('reads every option of an export', () => {
    const line =
      'orders --from 2026-10-01 --to 2026-10-31 --shop-id 4 --status complete,refunded --format csv --profile data ' +
      '--language en --columns value_wt,order_number --out o.csv --manifest --data-dir /d --account demo --ledgers l.json';
    expect(read(line)).toMatchObject({
      request: {
        filters: { from: '2026-10-01', to: '2026-10-31', shop_id: '4', status: 'complete,refunded' },
        columns: ['value_wt', 'order_number'],
        format: 'csv',
        profile: 'data',
        language: 'en',
      },
      source: {
        kind: 'store',
        store: { dataDir: '/d', database: {} },
        account: 'demo',
      },
      out: 'o.csv',
      ledgers: 'l.json',
      hasManifest: true,
    });
  });

  it.each([
    ['--only-full', 'true'],
    ['--only-full true', 'true'],
    ['--only-full 0', '0'],
  ])('reads the flag %s as %s', (option, value) => {
    const command = read(`discount-orders --from 2026-10-01 ${option}`);
    expect(command).toMatchObject({ request: { filters: { only_full: value } } });
  });

  it.each([
    ['--out a.xlsx', 'xlsx'],
    ['--out a.PDF', 'pdf'],
    ['--out prices.2026/a', 'csv'],
    ['--out a', 'csv'],
    ['--format pdf', 'pdf'],
    ['--format xlsx --out a.txt', 'xlsx'],
  ])('derives from "%s" the format %s, without a note', (options, format) => {
    expect(read(`price-list ${options}`)).toMatchObject({ request: { format }, note: null });
  });

  it.each([
    ['price-list --out name.foo', '.foo', '.csv, .xlsx, .pdf, .jsonl, or name one with --format'],
    ['--package 2026-10 --out a.rar', '.rar', '.zip'],
  ])('refuses "%s"', (options, ending, formats) => {
    expect(() => read(options)).toThrow(`--out ends in ${ending}, which is not a format: end it in ${formats}.`);
  });

  it('writes the format that is given, and says so if the extension of the file suggests another', () => {
    expect(read('price-list --format jsonl --out a.xlsx')).toMatchObject({
      request: { format: 'jsonl' },
      out: 'a.xlsx',
      note: 'The file is written as jsonl, because of --format, although its name ends in .xlsx.',
    });
  });

  it('adds personal columns only on request, after the default or the given columns', () => {
    const columnsOf = (options: string) => {
      const command = read(`orders --from 2026-10-01 ${options}`.trim());
      return command.kind === 'dataset' ? command.request.columns : null;
    };
    expect(columnsOf('')).toBeUndefined();
    expect(columnsOf('--personal')).toEqual(expect.arrayContaining(['order_number', 'customer_email']));
    expect(columnsOf('--personal')).not.toContain('id');
    expect(columnsOf('--columns id,customer_name --personal')).toEqual(['id', 'customer_name', 'customer_email']);
  });

  it('reads a month package', () => {
    expect(read('--package 2026-10')).toEqual({
      kind: 'package',
      request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
      source: {
        kind: 'store',
        store: { dataDir: undefined, database: {} },
        account: null,
      },
      out: null,
      ledgers: null,
      note: null,
    });
    expect(read('--package 2026-11 --location-id 3 --format xlsx --out p.zip')).toMatchObject({
      request: { month: '2026-11', locationId: 3, format: 'xlsx' },
      out: 'p.zip',
    });
  });

  it.each([
    ['yesterday', { from: '2026-11-20', to: '2026-11-20' }],
    ['last-week', { from: '2026-11-09', to: '2026-11-15' }],
    ['last-month', { from: '2026-10-01', to: '2026-10-31' }],
    ['last-quarter', { from: '2026-07-01', to: '2026-09-30' }],
    ['this-month', { from: '2026-11-01', to: '2026-11-30' }],
  ])('reads the days of --period %s relative to today', (name, days) => {
    expect(read(`orders --period ${name} --shop-id 4`)).toMatchObject({
      request: { filters: { ...days, shop_id: '4' } },
    });
  });

  it('reads one day for a dataset that has one', () => {
    expect(read('day-closing --period yesterday')).toHaveProperty('request.filters', { date: '2026-11-20' });
  });

  it('reads the month package of last month', () => {
    expect(read('--package last-month')).toHaveProperty('request.month', '2026-10');
    expect(readExportCommand(['--package', 'last-month'], Date.parse('2026-12-31T23:30:00Z'))).toHaveProperty(
      'request.month',
      '2026-12',
    );
  });

  it.each([
    ['', '-- DATASET'],
    ['--help payments', '-- payments [options]'],
    ['orders --help --from nonsense', '-- orders [options]'],
  ])('shows the help for "%s"', (line, call) => {
    expect(() => read(line)).toThrow(HelpRequested);
    expect(() => read(line)).toThrow(`Usage: npm run export ${call}`);
  });

  it.each([
    ['prices', 'There is no dataset "prices"'],
    ['orders payments --from 2026-10-01', '"payments" is one word too many'],
    ['--format csv', 'Name what to export'],
    ['price-list --colour', "Unknown option '--colour'"],
    ['orders', '--from is missing. Name the day, or the days with --period.'],
    ['day-closing', '--date is missing. Name the day, or the days with --period.'],
    ['orders --period tomorrow', '--period takes yesterday, last-week,'],
    ['orders --period yesterday --from 2026-11-01', '--period and --from contradict each other'],
    ['day-closing --period last-week', '--period takes only yesterday for day-closing'],
    ['price-list --period yesterday', 'price-list takes no --period'],
    ['price-list --format xls', '--format takes csv, xlsx, pdf, jsonl, not "xls"'],
    ['price-list --format xlsx --profile excel', '--profile is for CSV files'],
    ['price-list --out a.xlsx --profile data', '--profile is for CSV files'],
    ['price-list --from 2026-10-01', 'price-list takes no --from'],
    ['price-list --out=', '--out needs a value'],
    ['price-list --out --help', "Option '--out' argument is ambiguous"],
    ['price-list --personal=maybe', '--personal takes true or false'],
    ['orders --from yesterday', '--from must be a calendar date'],
    ['orders --from 2026-10-01 --shop-id four', '--shop-id must be a comma list of 1 to 200 numeric ids'],
    ['orders --from 2026-10-01 --status complete --status refunded', '--status is given more than once'],
    ['orders --from 2026-10-01 --status paid', '--status must be'],
    ['price-list --base-url https://a.example --data-dir /d', '--data-dir names a running Tilldesk'],
    ['price-list --accept-unproven-service', '--accept-unproven-service takes effect only with --base-url'],
    ['price-list --base-url https://a.example --account demo', '--base-url and --account contradict'],
    ['orders --package 2026-10', '--package and orders contradict'],
    ['--package october', '--package takes a month such as 2026-10'],
    ['--package 2026-12', 'takes a month that has begun'],
    ['--package 2026-10 --from 2026-10-01', 'A package takes no --from'],
    ['--package 2026-10 --location-id x', '--location-id must be a whole number'],
  ])('refuses "%s"', (line, message) => {
    expect(() => read(line)).toThrow(ConfigError);
    expect(() => read(line)).toThrow(message);
  });
});
