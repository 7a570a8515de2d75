import { NOTHING_ANSWERS, type AnswerEvent, type Citation, type Statement } from '@earmark/contracts/assistant';
import { findPodcast } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { PG_POOL } from '../kit/pg.ts';
import { quoted } from '../kit/rejected.ts';
import { leftOutSentence } from './answer-export.ts';
import { Assistant } from './assistant.ts';
import { plainOf } from './markdown.ts';

const Options = z.object({ podcast: z.array(z.string()).default([]) });
/** The operator: without limits, and nothing is kept. */
const OPERATOR = { accountId: null, browserId: null, limitedAs: null };

/** Answers a question from the transcripts. Ends with 1 when nothing answers it. */
@Injectable()
export class AskCommand implements TerminalCommand {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly assistant: Assistant,
  ) {}

  async run(words: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const { podcast } = Options.parse(said);
    const podcastSeriesIds: string[] = [];
    for (const name of podcast) {
      const found = await findPodcast(this.pool, name);
      if (found === null) throw new UsageError(`There is no podcast ${quoted(name)}.`);
      podcastSeriesIds.push(found.uuid);
    }
    const question = words.join(' ').trim();
    const prepared = await this.assistant.prepare({ question, podcastSeriesIds }, OPERATOR);
    for await (const event of this.assistant.answer(prepared, new AbortController().signal)) {
      if (event.type === 'restarted') output.warn(event.note);
      if (event.type === 'answered') return told(event, output);
    }

    return 1;
  }
}

function told({ answer }: Extract<AnswerEvent, { type: 'answered' }>, output: Output): ExitCode {
  if (!answer.success) {
    output.warn(answer.error);
    return 1;
  }
  const { statements, citations, nearest, leftOut, note } = answer;
  output.result(
    { ...answer, id: null, address: null },
    [
      ...(note === null ? [] : [note, '']),
      ...(statements.length === 0 ? [NOTHING_ANSWERS] : statements.map(lineOf)),
      ...(leftOut === 0 ? [] : ['', leftOutSentence(leftOut)]),
      ...(nearest.length === 0 ? [] : ['', 'Nearest passages:', ...nearest.map(sourceOf)]),
      ...(citations.length === 0 ? [] : ['', ...citations.map(sourceOf)]),
    ].join('\n'),
  );

  return answer.isAnswered ? 0 : 1;
}

const lineOf = ({ kind, text, citations }: Statement): string =>
  kind === 'statement' ? `  ${plainOf(text)} ${citations.map((n) => `[${n}]`).join('')}` : plainOf(text);

const sourceOf = ({ n, speaker, episodeName, podcastName, timeFormatted, link }: Citation): string =>
  `[${n}] ${speaker}, ${podcastName}: ${episodeName}, ${timeFormatted}  ${link}`;
