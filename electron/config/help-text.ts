import { LIVE_RATE_MAX } from '../../shared/contract/bridge.ts';
import { DEFAULT_API_PORT, DEFAULT_LIVE_RATE } from './defaults.ts';

export const HELP = `Tilldesk: back office for retail chains, with its REST API on this computer.

  npm start -- [options]

  --headless            the API only, without a window
  --host HOST           electron, browser or none (as --headless)
  --port N              port of the API (that of the settings, else ${DEFAULT_API_PORT}; 0 takes a free one)
  --ui-port N           port of the browser window (a free one in each run)
  --data-dir DIR        folder of the data
  --accept-shared-folder  use it also where other users could change what is in it, as on a disk without modes
  --no-open             print the address, open no browser
  --live                the demo shop sells while one watches
  --live-rate N         how much happens there a minute (${DEFAULT_LIVE_RATE}; 1 to ${LIVE_RATE_MAX})
  --recover WHAT        in the place of a damaged data file: backup (the last good one) or new
  --platform=URL        where other tools sign in: another deployment of this API (that of the settings)
  --help                this text

A server for others than this computer, with --headless (docs/server.md):

  --listen ADDRESS      where it listens (127.0.0.1; beyond this computer with TLS, or behind a proxy)
  --public-host NAME    name under which clients reach it, with a port where one is needed; repeatable
  --tls-cert FILE       certificate with its chain, in PEM; SIGHUP reads it again
  --tls-key FILE        its private key, in PEM
  --behind-proxy        TLS ends at a proxy: on this computer, or else at one of:
  --trusted-proxy NET   address or network (CIDR) of a proxy, whose X-Forwarded-For counts; repeatable
  --database-url=URL    PostgreSQL instead of SQLite: postgres://user@host:5432/database
  --database-url-file FILE  the same from a file, which hides a password from the list of processes
  --secret-key-file FILE  the secret key that all servers of one database share (that of the data folder)
  --metrics-listen DOOR  where /metrics and /ready are asked for: a port, or an address and a port
  --log-to WHERE        the log as JSON lines: file (in the data folder) or stdout
  --drain-seconds N     how long it goes on serving once it is to stop (5; on this computer 0)
  --demo                make the demo shops here too, whose passwords are published (without it a database, and a
                        server for others, starts empty: npm run accounts makes the first owner)

Each option can be an environment variable as well, which an option overrules: TILLDESK_ and its name in capitals,
with _ for -, such as TILLDESK_PORT, TILLDESK_DATA_DIR or TILLDESK_HEADLESS=1; lists are separated by commas.`;
