// Imported first by every entry. It may use nothing that Node 14 lacks.
const OLDEST_MAJOR = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  process.stderr.write(
    `Tilldesk needs Node ${OLDEST_MAJOR} or newer to start; this is ${process.version}.\n`,
  );
  process.exit(1);
}
