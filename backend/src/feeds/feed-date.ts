/** First three letters, English first; the others are those of feeds that translate them. */
const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'jan ene gen jän',
    'feb fev fév',
    'mar mär mrz mrt',
    'apr abr avr',
    'may mai mag mei maj',
    'jun jui giu',
    'jul lug',
    'aug ago aoû aou',
    'sep set',
    'oct okt out ott',
    'nov',
    'dec dez dic déc',
  ].flatMap((names, month) => names.split(' ').map((name) => [name, month])),
);
/** Hours east of Greenwich. */
const ZONES: Readonly<Record<string, number>> = {
  ...{
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    met: 1,
    cest: 2,
    mest: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    ist: 5.5,
    jst: 9,
  },
  ...{
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
    aest: 10,
    aedt: 11,
  },
};
const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:(?:T|\s{1,3})(\d{2}|\d(?=:)):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s{0,3}(.{0,12})$/i;
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]{1,3}(\p{L}{3,12})\.?,?[\s-]{1,3}(\d{2,4})(?:[,\s]{1,3}(.{1,40}))?$/u;
const MONTH_FIRST = /^(\p{L}{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4})(?:[,\s]{1,3}(.{1,40}))?$/u;
const CTIME =
  /^(\p{L}{3,12})\s{1,3}(\d{1,2})\s{1,3}(\d{1,2}:\d{2}(?::\d{2})?)\s{1,3}(?:([a-z]{1,5})\s{1,3})?(\d{4})$/iu;
const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[,\s]{1,3}(.{1,40}))?$/;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?\s{0,3}(am|pm)?\s{0,3}(.{0,24})$/i;

/** UTC ISO string of a date in RFC 822, RFC 3339 or what feeds make of them; without a zone it is UTC. Null when it says no date. */
export function parseFeedDate(value: string): string | null {
  const text = value
    .trim()
    .slice(0, 80)
    .replace(/\s+/g, ' ')
    // The weekday adds nothing and is often wrong.
    .replace(/^\p{L}{2,12}\.?\s?,\s?|^(?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}\.? /iu, '');

  return fromIso(text) ?? fromWords(text) ?? fromSlashes(text);
}

function fromIso(text: string): string | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '0', zone = ''] = match;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000);

  return instant(
    Number(year),
    Number(month) - 1,
    Number(day),
    clockMs(hours, minutes, seconds, milliseconds),
    zoneMs(zone),
  );
}

function fromWords(text: string): string | null {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return fromParts(dayFirst[3], dayFirst[2], dayFirst[1], dayFirst[4]);
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return fromParts(monthFirst[3], monthFirst[1], monthFirst[2], monthFirst[4]);
  const ctime = CTIME.exec(text);
  if (ctime) return fromParts(ctime[5], ctime[1], ctime[2], `${ctime[3]} ${ctime[4] ?? ''}`);

  return null;
}

/** Month first beside AM or PM, else only where day and month cannot be taken for each other. */
function fromSlashes(text: string): string | null {
  const match = SLASHES.exec(text);
  if (!match) return null;
  const [, first, second, year, clock] = match;
  const [month, day] = Number(first) > 12 ? [Number(second), Number(first)] : [Number(first), Number(second)];
  if (day <= 12 && day !== month && !/\d\s?[ap]m\b/i.test(clock ?? '')) return null;

  return withClock(Number(year), month - 1, day, clock);
}

function fromParts(year = '', monthName = '', day = '', clock?: string): string | null {
  const name = monthName.toLowerCase();
  // Juin and juillet share their first three letters.
  const month = name.startsWith('juil') ? 6 : MONTHS[name.slice(0, 3)];
  if (month === undefined || year.length === 3) return null;
  // RFC 2822, 4.3: two digits below 50 are of this century.
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);

  return withClock(fullYear, month, Number(day), clock);
}

function withClock(year: number, month: number, day: number, clock = '0:00'): string | null {
  const match = CLOCK.exec(clock.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', half = '', zone = ''] = match;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);

  return instant(year, month, day, clockMs(String(hour), minutes, seconds, 0), zoneMs(zone));
}

/** Null for a time that no day has; 24:00 and leap seconds are of the next minute. */
function clockMs(hours: string, minutes: string, seconds: string, milliseconds: number): number | null {
  if (Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null;

  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds;
}

/** Offset of a zone in milliseconds; 0 for none and for one that nobody knows. */
function zoneMs(zone: string): number {
  const text = zone.trim().toLowerCase();
  const digits = /^(?:gmt|utc|ut)?\s?([+-])\s?(\d{1,2}):?(\d{2})?/.exec(text);
  if (digits) return (digits[1] === '-' ? -1 : 1) * (Number(digits[2]) * 60 + Number(digits[3] ?? 0)) * 60_000;

  return (ZONES[/^[a-z]+/.exec(text)?.[0] ?? ''] ?? 0) * 3_600_000;
}

function instant(year: number, month: number, day: number, clock: number | null, zone: number): string | null {
  if (clock === null || month > 11 || day < 1 || day > 31 || year < 1900 || year > 2200) return null;
  const date = new Date(Date.UTC(year, month, day));
  if (date.getUTCMonth() !== month) return null;

  return new Date(date.getTime() + clock - zone).toISOString();
}
