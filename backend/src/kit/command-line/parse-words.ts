import { Command, CommanderError, Option } from 'commander';
import type { DeclaredCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

export interface Asked {
  readonly command: DeclaredCommand;
  readonly args: readonly string[];
  readonly options: unknown;
  readonly json: boolean;
}

const PROGRAM = 'npm run earmark --';

/** The command to run, or the help text asked for. Throws UsageError. */
export async function parseWords(
  words: readonly string[],
  commands: readonly DeclaredCommand[],
): Promise<Asked | { help: string }> {
  const program = new Command(PROGRAM)
    .usage('<command> [--json]')
    .option('--json', 'print each result as one line of JSON')
    .showSuggestionAfterError(false)
    .exitOverride();
  const printed: string[] = [];
  program.configureOutput({ writeOut: (text) => printed.push(text), writeErr: () => undefined });
  const declared = await Promise.all(
    commands.map(async (command) => ({ command, words: await command.declare(words) })),
  );
  const options = declared.flatMap(({ words: { options: own } }) => own);
  let asked: Asked | null = null;
  for (const { command, words: own } of declared) {
    const accepted = new Set(own.options.map(({ long }) => long));
    // Parsed, so that an option of another command can be refused by name.
    for (const { flags, long } of options)
      if (!own.options.some((one) => one.long === long)) own.addOption(new Option(flags).hideHelp());
    own.copyInheritedSettings(program).allowExcessArguments();
    own.action(() => {
      refuseUnused(own, accepted);
      asked = { command, args: own.args, options: own.opts(), json: program.opts<{ json?: boolean }>().json === true };
    });
    program.addCommand(own);
  }
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { help: printed.join('').trimEnd() };
    throw new UsageError(sentenceOf(error, words, program));
  }
  if (asked === null) throw new UsageError(program.helpInformation());

  return asked;
}

/** Refuses options without effect, since whoever typed them meant something by them. */
function refuseUnused(own: Command, accepted: ReadonlySet<string | undefined>): void {
  const most = own.registeredArguments.some(({ variadic }) => variadic) ? Infinity : own.registeredArguments.length;
  const unused = [
    ...own.args.slice(most).map((word) => `"${word}"`),
    ...own.options
      .filter((option) => !accepted.has(option.long) && own.getOptionValueSource(option.attributeName()) === 'cli')
      .map(({ long }) => long),
  ];
  if (unused.length > 0) throw new UsageError(`${own.name()} does not accept ${unused.join(', ')}.\n${usageOf(own)}`);
}

function sentenceOf({ code, message }: CommanderError, words: readonly string[], program: Command): string {
  const own = program.commands.find((command) => words.includes(command.name()));
  const help = program.helpInformation();
  switch (code) {
    case 'commander.help':
      return help;
    case 'commander.unknownCommand':
      return `There is no command "${program.args[0]}".\n${help}`;
    case 'commander.missingArgument':
      return own ? `${own.name()} needs ${own.registeredArguments[0]?.description}.\n${usageOf(own)}` : message;
    default: {
      const sentence = message.replace(/^error: /, '');
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.\n${own ? usageOf(own) : help}`;
    }
  }
}

const usageOf = (own: Command): string => `${PROGRAM} ${own.name()} ${own.usage()}`;
