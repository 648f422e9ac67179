// The npm scripts come through here. It uses nothing that Node 14 lacks, so that an older one gets a sentence.
const OLDEST_MAJOR = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  process.stderr.write(`Tilldesk needs Node ${OLDEST_MAJOR} or newer to start; this is ${process.version}.\n`);
  process.exit(1);
}

const { runCommand } = await import('./launching/commands.mjs');
const [name = '', ...args] = process.argv.slice(2);
await runCommand(name, args);
