/** One sentence out of the messages of StandardSchemaValidationPipe (`path: message`), naming the first field at fault. */
export function validationDetail(messages: readonly string[]): string {
  const [first = 'it does not fit its schema', ...others] = messages;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  // A message without a path may have a colon of its own, but after words with a space between.
  const [, path, message = first] = /^([^\s:]+): (.*)$/s.exec(first) ?? [];
  const what = uncapitalised(message.replace(/^Invalid input: /, '').replace(/\.$/, ''));
  if (path === undefined) return `The request is not valid: ${what}${more}.`;

  return /received undefined$/.test(what)
    ? `The field "${path}" is missing${more}.`
    : `The field "${path}" is not valid: ${what}${more}.`;
}

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
