import { Command, type CommanderError, Help, type Option } from 'commander';
import { ConfigError } from '../base/errors.ts';

const LINE_LENGTH = 120;

const FLAG_VALUES = ['true', 'false', '1', '0'];

/** Thrown if help is requested, and if nothing is typed after a program that has several commands. */
export class HelpRequested extends Error {
  override readonly name = 'HelpRequested';
}

/** A program as it is called, such as `npm run keys --`. It prints nothing and ends nothing: `parseTyped` throws. */
export function createCommandLine(call: string, description: string): Command {
  const throwHelp = (text: string) => {
    throw new HelpRequested(text.trimEnd());
  };
  return new Command(call)
    .description(description)
    .helpOption('--help', 'this text')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: throwHelp, writeErr: throwHelp, outputError() {} })
    .configureHelp({
      helpWidth: LINE_LENGTH,
      showGlobalOptions: true,
      // Electron for Windows ends without a message if anything follows an argument that looks like a URL.
      optionTerm: ({ flags }) => flags.replace(' <URL>', '=URL').replace(/[<>]/g, ''),
      optionDescription: ({ description: text, mandatory }) => (mandatory ? `needed; ${text}` : text),
      subcommandTerm: (command) => `${command.name()} ${command.usage()}`,
    });
}

/** Reads what was typed, and runs the action of the command that it names. Throws `ConfigError` and `HelpRequested`. */
export function parseTyped(program: Command, argv: readonly string[], advice = '--help shows the options'): void {
  const commands = [program, ...program.commands];
  for (const command of commands) {
    command.exitOverride((cause) => {
      throw new ConfigError(`${describeProblem(cause, command)}; ${advice}.`, { cause });
    });
    // An empty value counts as absent. Otherwise Commander would ask for a missing option before it refuses an unknown
    // one.
    const needed = command.options.filter(({ mandatory }) => mandatory);
    for (const option of needed) command.setOptionValue(option.attributeName(), '');
    command.hook('preAction', () => {
      const missing = needed.find((option) => command.getOptionValue(option.attributeName()) === '');
      if (missing) throw new ConfigError(`${command.name()} needs ${missing.long}; ${advice}.`);
    });
  }
  program.parse(
    moveCommandFirst(
      argv,
      commands.flatMap(({ options }) => options),
    ),
    { from: 'user' },
  );
}

/** Moves options behind the command: commander only finds a command in front of its options. */
function moveCommandFirst(argv: readonly string[], options: readonly Option[]): readonly string[] {
  const args = joinOptionValues(argv, options);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const isOption = (arg: string) => arg === '--help' || options.some(({ long }) => long === arg.split('=', 1)[0]);
  const typed = args.slice(0, end);
  return [...typed.filter((arg) => !isOption(arg)), ...typed.filter(isOption), ...args.slice(end)];
}

/**
 * Reads what was typed for a program with several commands. `define` adds them with `addCommand`, each with an action
 * that passes on what it reads. Throws `ConfigError` and `HelpRequested`.
 */
export function readCommand<Read>(
  program: Command,
  argv: readonly string[],
  define: (pass: (read: Read) => void) => void,
): Read {
  const passed: Read[] = [];
  define((read) => void passed.push(read));
  program.usage('COMMAND [options]').configureHelp({
    ...program.configureHelp(),
    visibleOptions: (command) => [
      ...Help.prototype.visibleOptions.call(new Help(), command),
      ...command.commands.flatMap(({ options }) => options),
    ],
  });
  parseTyped(program, argv, '--help shows the commands');
  const [read] = passed;
  if (read === undefined) throw new Error('A command has no action.');
  return read;
}

/** Adds a command whose options are also in the help of the program. */
export function addCommand(program: Command, nameAndArguments: string, description: string): Command {
  const command = program.command(nameAndArguments).description(description);
  return command.optionsGroup(`Options of ${command.name()}:`);
}

export type TypedTexts = Readonly<Partial<Record<string, string>>>;

/** The typed options, by name without dashes. A flag is `true`. */
export function getTypedTexts(command: Command): TypedTexts {
  return Object.fromEntries(
    command.options
      .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
      .map((option) => [
        option.name(),
        option.negate ? 'true' : String(command.getOptionValue(option.attributeName())),
      ]),
  );
}

/**
 * Joins each option with its value, as in `--port=4870`. A flag with an optional value takes only `true`, `false`, `1`
 * or `0`, and is `true` if no value follows. Throws `ConfigError` if an option is in the place of a value, and for a
 * value of a flag that takes none.
 */
export function joinOptionValues(argv: readonly string[], options: readonly Option[]): readonly string[] {
  const args: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const [arg = '', next = null] = argv.slice(index, index + 2);
    if (arg === '--') return [...args, ...argv.slice(index)];
    const [name] = arg.split('=', 1);
    const option = options.find(({ long }) => long === name);
    if (option === undefined || name !== arg) {
      if (option && !option.required && !option.optional)
        throw new ConfigError(`Option '${name}' does not take an argument.`);
      args.push(arg);
      continue;
    }
    if (option.required && /^-./.test(next ?? '')) {
      throw new ConfigError(
        `Option '${arg}' argument is ambiguous: a value that starts with a dash is typed as ${arg}=VALUE.`,
      );
    }
    const hasValue = next !== null && (option.required || (option.optional && FLAG_VALUES.includes(next)));
    if (hasValue) index += 1;
    args.push(hasValue ? `${arg}=${next}` : option.optional ? `${arg}=true` : arg);
  }
  return args;
}

function describeProblem({ code, message }: CommanderError, command: Command): string {
  // Not its value, which may contain a password.
  const [, flag = ''] = /'(-[^'= ]*)/.exec(message) ?? [];
  switch (code) {
    case 'commander.unknownOption':
      return command.parent?.commands.some(({ options }) => options.some(({ long }) => long === flag))
        ? `${command.name()} takes no ${flag}`
        : `Unknown option '${flag}'`;
    case 'commander.excessArguments':
      return `"${command.args[command.registeredArguments.length]}" is one word too many`;
    case 'commander.unknownCommand':
      return `There is no command "${command.args[0]}"`;
    default:
      return message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
  }
}
