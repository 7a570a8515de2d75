import { zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { jsonOf } from '../speech/speech-errors.ts';
import type { ModelOrder, ModelUsage, StructuredAnswer, StructuredOrder, TextPiece } from './language-model.ts';
import type { ModelClient } from './model-client.ts';
import { brokenOff, unreadable, UnusableAnswer } from './model-errors.ts';
import { structuredText } from './structured-text.ts';

const Usage = z.object({ prompt_tokens: z.number().catch(0), completion_tokens: z.number().catch(0) });
const Answer = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: Usage.nullish(),
});
const said = z.string().nullish();
const Piece = z.object({
  model: said,
  choices: z
    .array(z.object({ delta: z.object({ content: said, refusal: said }).nullish(), finish_reason: said }))
    .nullish(),
  usage: Usage.nullish(),
});

/** The Chat Completions API, which most other servers imitate. */
export class ChatCalls {
  constructor(
    private readonly client: ModelClient,
    private readonly model: string,
    /** OpenAI and its imitators disagree about the name of the limit. */
    private readonly limitName: 'max_tokens' | 'max_completion_tokens',
  ) {}

  async structured<Value>({ schema, schemaName, ...order }: StructuredOrder<Value>): Promise<StructuredAnswer<Value>> {
    // Many local models see the schema only when they are told.
    const shape = `Answer in JSON of this schema, without anything else:\n${JSON.stringify(z.toJSONSchema(schema))}`;
    const body = {
      ...this.bodyOf({ ...order, instructions: `${order.instructions}\n\n${shape}` }),
      response_format: zodResponseFormat(schema, schemaName),
      stream: false as const,
    };
    const answer = await this.client.failing(order.signal, async (signal) => {
      const response = await this.client.openai.chat.completions.create(body, { signal }).asResponse();

      return Answer.safeParse(jsonOf(await response.text()));
    });
    if (!answer.success) throw new UnusableAnswer('wrong-shape', this.usageOf(null, null));
    const { model, choices, usage: counted } = answer.data;
    const usage = this.usageOf(model, counted);
    const { finish_reason: reason, message } = choices[0]!;
    if (reason === 'length') throw new UnusableAnswer('max-output-tokens', usage);
    if (reason === 'content_filter') throw new UnusableAnswer('content-filter', usage);
    if ((message.refusal ?? '') !== '') throw new UnusableAnswer('refusal', usage);

    return structuredText(message.content ?? '', schema, usage);
  }

  text(order: ModelOrder): AsyncIterable<TextPiece> {
    return this.client.streaming(order, (signal) => this.pieces(order, signal));
  }

  private async *pieces(order: ModelOrder, signal: AbortSignal): AsyncGenerator<TextPiece> {
    const stream = await this.client.openai.chat.completions.create(
      { ...this.bodyOf(order), stream: true, stream_options: { include_usage: true } },
      { signal },
    );
    let isEmpty = true;
    let reason: string | null = null;
    let usage = this.usageOf(null, null);
    for await (const piece of stream) {
      const parsed = Piece.safeParse(piece);
      if (!parsed.success) throw unreadable();
      const { model, choices, usage: counted } = parsed.data;
      const { delta, finish_reason: ended } = choices?.[0] ?? {};
      if ((delta?.refusal ?? '') !== '') throw new UnusableAnswer('refusal', usage);
      const text = delta?.content ?? '';
      if (text !== '') {
        isEmpty = false;
        yield { type: 'text', text };
      }
      reason = ended ?? reason;
      if (counted) usage = this.usageOf(model, counted);
    }
    signal.throwIfAborted();
    if (reason === null) throw brokenOff();
    if (isEmpty) throw new UnusableAnswer(reason === 'content_filter' ? 'content-filter' : 'empty', usage);
    yield { type: 'end', isComplete: reason === 'stop', ...usage };
  }

  private bodyOf({ instructions, input, maxOutputTokens }: ModelOrder): ChatCompletionCreateParamsBase {
    return {
      model: this.model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: input },
      ],
      [this.limitName]: maxOutputTokens,
    };
  }

  private usageOf(model: string | null | undefined, usage: z.infer<typeof Usage> | null | undefined): ModelUsage {
    return {
      model: (model ?? '') === '' ? this.model : model!,
      inputTokens: usage?.prompt_tokens ?? 0,
      outputTokens: usage?.completion_tokens ?? 0,
    };
  }
}
