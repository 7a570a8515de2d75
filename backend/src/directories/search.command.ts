import { DIRECTORY_NAMES, type DirectorySeries } from '@earmark/contracts/series';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { Directories } from './directories.ts';

const Options = z.object({
  directory: z.enum(DIRECTORY_NAMES, `The directory must be one of ${DIRECTORY_NAMES.join(', ')}.`).nullish(),
});

/** Searches a directory for podcasts. */
@Injectable()
export class SearchCommand implements TerminalCommand {
  constructor(private readonly directories: Directories) {}

  async run(words: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const options = Options.safeParse(said);
    if (!options.success) throw new UsageError(options.error.issues[0]?.message ?? 'The directory is unknown.');
    try {
      const { results, directory } = await this.directories.search(words.join(' '), options.data.directory ?? null);
      for (const series of results) output.result({ ...series, directory }, sentenceOf(series));
      if (results.length === 0) output.warn(`${directory} knows no podcast of that name.`);

      return results.length === 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      output.warn(error.message);

      return 1;
    }
  }
}

function sentenceOf({ name, author, language, episodeCount, feedUrl, isExisting }: DirectorySeries): string {
  const facts = [
    language,
    episodeCount === null ? null : `${episodeCount} episode${episodeCount === 1 ? '' : 's'}`,
    isExisting ? 'already added' : null,
  ].filter((fact) => fact !== null);
  const by = author === null ? '' : ` by ${author}`;

  return `${name}${by}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${feedUrl === null ? '' : `\n  ${feedUrl}`}`;
}
