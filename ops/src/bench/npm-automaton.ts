import { createRequire } from 'node:module';
import { z } from 'zod';

/** Earmark does not depend on it; `npm install --no-save modern-ahocorasick@3.3.0` includes it in the benchmark. */
const PACKAGE = 'modern-ahocorasick';

/** The fastest Aho-Corasick implementation on npm. */
type NpmAutomaton = new (names: readonly string[]) => {
  search(text: string): { patternIndex: number; start: number; end: number }[];
};

/** 'modern-ahocorasick 3.3.0'; null when it is not installed. */
export function npmAutomatonVersion(): string | null {
  try {
    const { version } = z.object({ version: z.string() }).parse(requireHere(`${PACKAGE}/package.json`));
    return `${PACKAGE} ${version}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Throws when it is not installed. */
export const npmAutomaton = (): NpmAutomaton => z.custom<NpmAutomaton>().parse(requireHere(PACKAGE));

const requireHere = createRequire(import.meta.url);
