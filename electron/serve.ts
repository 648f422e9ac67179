const MIN_NODE_MAJOR = 24;

const [major = ''] = process.versions.node.split('.');
if (Number(major) < MIN_NODE_MAJOR) {
  process.stderr.write(`Tilldesk needs Node ${MIN_NODE_MAJOR} or later; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}

// Not imported above: an older Node lacks what the program imports, and would end with an error that names a module.
const { serve } = await import('./compose/serve-program.ts');
process.exit(await serve());

export {};
