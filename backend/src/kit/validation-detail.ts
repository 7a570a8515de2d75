import type { z } from 'zod';

/** Types in plain words. Others have a message in their schema, or zod's. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'it is not a uuid',
  datetime: 'it is not an instant such as 2026-01-31T12:00:00Z',
  url: 'it is not a link',
  regex: 'it has the wrong format',
};

/** For `z.config({ customError })`: what is wrong with a value in words, instead of types, operators and patterns. */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[issue.expected];
      return issue.input === undefined || kind === undefined ? undefined : `it must be ${kind}`;
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'it must not be empty';
      return `${HAS[issue.origin] ?? 'it must be'} at least ${boundWords(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${HAS[issue.origin] ?? 'it must be'} at most ${boundWords(issue.maximum, issue.origin)}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'invalid_value':
      return `it must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `"${key}"`).join(', ')} must be left out`;
    default:
      return undefined;
  }
};

const HAS: Readonly<Record<string, string>> = { string: 'it must have', array: 'it must have' };
const UNITS: Readonly<Record<string, [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

function boundWords(bound: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit === undefined ? String(bound) : `${bound} ${bound === 1 ? unit[0] : unit[1]}`;
}

/** One sentence from the messages of StandardSchemaValidationPipe (`path: message`), naming the first invalid field. */
export function validationDetail(messages: readonly string[]): string {
  const [first = 'it does not fit its schema', ...others] = messages;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  // A message without a path may contain a colon, too, but after several words.
  const [, path, message = first] = /^([^\s:]+): (.*)$/s.exec(first) ?? [];
  const what = uncapitalised(message.replace(/^Invalid input: /, '').replace(/\.$/, ''));
  if (path === undefined) return `The request is not valid: ${what}${more}.`;

  return /received undefined$/.test(what)
    ? `The field "${path}" is missing${more}.`
    : `The field "${path}" is not valid: ${what}${more}.`;
}

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
