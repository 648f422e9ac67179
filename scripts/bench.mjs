import './launching/refuse-old-node.mjs';
import { runProgram } from './launching/run-program.mjs';

await runProgram(['test', 'bench', 'bench.ts'], { statusWhenStopped: 130 });
