import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['dist', 'host', 'serve.js'], { statusWhenStopped: 0 });
