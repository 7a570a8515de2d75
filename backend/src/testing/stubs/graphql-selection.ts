/** The fields that a query asks for; null: a field without fields of its own. */
export type Selection = ReadonlyMap<string, Selection | null>;
/** Fields of a type: the name of their type, or null for a scalar. */
export type TypeFields = Readonly<Record<string, string | null>>;

/** The outermost selection of a query; arguments are skipped. Throws Error when its braces do not match. */
export function readSelection(query: string): Selection {
  const tokens: readonly string[] = query.replace(/#.*$/gm, '').match(/\w+|\{|\}|\((?:[^()]|\([^()]*\))*\)/g) ?? [];
  const start = tokens.indexOf('{');
  if (start === -1) throw new Error('Syntax Error: Unexpected <EOF>.');
  const [selection, end] = readFields(tokens, start + 1);
  if (end !== tokens.length) throw new Error(`Syntax Error: Unexpected "${tokens[end]}".`);

  return selection;
}

function readFields(tokens: readonly string[], from: number): [Selection, number] {
  const fields = new Map<string, Selection | null>();
  let last = '';
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token === '}') return [fields, at + 1];
    if (token.startsWith('(')) continue;
    if (token === '{') {
      const [inner, end] = readFields(tokens, at + 1);
      fields.set(last, inner);
      at = end - 1;
    } else {
      last = token;
      fields.set(token, null);
    }
  }
  throw new Error('Syntax Error: Expected Name, found <EOF>.');
}

/** Only what was asked for, as GraphQL answers. Throws Error for a field that the type does not have. */
export function select(
  value: unknown,
  asked: Selection,
  type: string,
  types: Readonly<Record<string, TypeFields>>,
): unknown {
  if (Array.isArray(value)) return value.map((one) => select(one, asked, type, types));
  const fields = types[type] ?? {};
  const chosen: Record<string, unknown> = {};
  for (const [name, inner] of asked) {
    const fieldType = fields[name];
    if (fieldType === undefined) throw new Error(`Cannot query field "${name}" on type "${type}".`);
    if (fieldType === null && inner) throw new Error(`Field "${name}" must not have a selection.`);
    if (fieldType !== null && !inner) throw new Error(`Field "${name}" of type "${fieldType}" must have a selection.`);
    const own: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
    chosen[name] = own === null || inner === null || fieldType === null ? own : select(own, inner, fieldType, types);
  }

  return value === null ? null : chosen;
}
