import { z } from 'zod';

export const LONGEST_QUESTION = 1000;
export const NO_QUESTION = 'Please enter a question to search.';
export const QUESTION_TOO_LONG = `Question is too long (max ${LONGEST_QUESTION} characters).`;
/** The sentence for a question that cannot be asked; null: it can. `question` is trimmed. */
export const refusalOfQuestion = (question: string): string | null =>
  question === '' ? NO_QUESTION : question.length > LONGEST_QUESTION ? QUESTION_TOO_LONG : null;
/** Of a question that failed, where nothing more can be said. */
export const SEARCH_FAILED = 'Failed to search transcripts';
/** The AI service failed, so that the transcripts were searched without it. */
export const AI_UNAVAILABLE = 'The AI service is not available right now.';
export const NOTHING_ANSWERS = 'Nothing in the selected episodes answers this.';

export const ANSWER_PROVIDERS = ['offline', 'model', 'openai'] as const;
/** Who answered: the built-in search, a language model with our passages, or OpenAI with its own search of the transcripts. */
export const AnswerProvider = z.enum(ANSWER_PROVIDERS);
export type AnswerProvider = z.infer<typeof AnswerProvider>;
