import { Rejected } from '../kit/rejected.ts';

const SHORTEST = 12;
const LONGEST = 1000;
const FEWEST_CHARACTERS = 5;

/**
 * Words that most of the common long passwords are made of, collected by hand from published lists of leaked passwords
 * (the yearly lists of NordPass and SplashData, and the NCSC's list of 100,000).
 */
const COMMON_WORDS = [
  ...['password', 'passwort', 'passphrase', 'passw', 'pass', 'secret', 'letmein', 'changeme', 'welcome', 'default'],
  ...['admin', 'administrator', 'root', 'user', 'guest', 'test', 'login', 'master', 'access', 'earmark', 'podcast'],
  ...[
    'iloveyou',
    'loveyou',
    'sunshine',
    'princess',
    'football',
    'baseball',
    'superman',
    'batman',
    'pokemon',
    'starwars',
  ],
  ...['dragon', 'monkey', 'shadow', 'michael', 'jennifer', 'jordan', 'hello', 'computer', 'internet', 'freedom'],
  ...[
    'trustno',
    'whatever',
    'liverpool',
    'chelsea',
    'arsenal',
    'barcelona',
    'charlie',
    'google',
    'facebook',
    'samsung',
  ],
  ...[
    'correcthorsebatterystaple',
    'qwerty',
    'qwertz',
    'azerty',
    'abc',
    'abcd',
    'love',
    'and',
    'the',
    'my',
    'me',
    'one',
  ],
];
/** Neighbours on a keyboard or in the alphabet, in either direction. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
].flatMap((run) => [run, Array.from(run).reverse().join('')]);
const SHORTEST_RUN = 3;
/** A part of up to eight characters makes up all of it. */
const REPEATED = /^(.{1,8}?)\1+.{0,3}$/su;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Throws Rejected `invalid` for a password that is too short or too long, or that a list of common passwords would find:
 * few characters, one part repeated, or nothing but common words, the user name, runs of keys and digits.
 */
export function checkNewPassword(password: string, username: string, what = 'This password'): void {
  const length = Array.from(password).length;
  if (length < SHORTEST || length > LONGEST)
    throw new Rejected('invalid', `${what} must have ${SHORTEST} to ${LONGEST} characters.`);
  if (isCommon(password, username))
    throw new Rejected('invalid', `${what} is easy to guess. Choose a longer one, such as four unrelated words.`);
}

function isCommon(password: string, username: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  if (new Set(folded).size < FEWEST_CHARACTERS) return true;
  if (REPEATED.test(folded)) return true;
  const words = [...COMMON_WORDS, ...(username.length < SHORTEST_RUN ? [] : [username])];
  const plain = Array.from(folded, (character) => LEET[character] ?? character).join('');

  return [folded, plain].some((text) => isEmptyWithout(text, words));
}

/** Whether at most two characters are left when words, runs, digits and punctuation are taken away. */
function isEmptyWithout(text: string, words: readonly string[]): boolean {
  let rest = text;
  for (const word of [...words].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  let left = 0;
  for (let at = 0; at < rest.length;) {
    const run = runAt(rest, at);
    if (run === 0 && /\p{L}/u.test(rest[at]!)) left++;
    at += Math.max(run, 1);
  }

  return left <= 2;
}

/** The length of the longest run that begins here; 0 when it is shorter than three characters. */
function runAt(text: string, at: number): number {
  let length = SHORTEST_RUN;
  while (at + length <= text.length && RUNS.some((run) => run.includes(text.slice(at, at + length)))) length++;

  return length === SHORTEST_RUN ? 0 : length - 1;
}
