import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';
import { jsonOf, type ServiceWords } from './speech-errors.ts';

const nothing = z.union([z.array(z.unknown()).length(0), z.null()]).optional();
const blank = z.string().trim().length(0).nullish();
const Empty = z.object({
  text: blank,
  segments: nothing,
  utterances: nothing,
  words: nothing,
  output: z.never().optional(),
  results: z
    .object({
      utterances: nothing,
      channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: blank })) })).optional(),
    })
    .optional(),
});

/** Whether the JSON of any service says that nothing is said. */
export const isWithoutWords = (bytes: Uint8Array): boolean =>
  Empty.safeParse(jsonOf(Buffer.from(bytes).toString())).success;

export const noWords = ({ name }: Pick<ServiceWords, 'name'>): Rejected =>
  new Rejected('outside-refused', `${name} found no words in the audio.`);

export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);

  return Buffer.concat(pieces);
}
