/** The first three letters of each month, in English and in what feeds translate it to. */
const MONTHS = [
  ...['jan ene gen jän', 'feb fev fév', 'mar mär mrz mrt', 'apr abr avr', 'may mai mag mei maj', 'jun jui giu'],
  ...['jul lug', 'aug ago aoû aou', 'sep set', 'oct okt out ott', 'nov', 'dec dez dic déc'],
];
/** Hours east of Greenwich. */
const ZONES =
  'hst -10 akst -9 akdt -8 pst -8 pdt -7 mst -7 mdt -6 cst -6 cdt -5 est -5 edt -4 ' +
  'west 1 bst 1 cet 1 met 1 cest 2 mest 2 eet 2 eest 3 msk 3 ist 5.5 jst 9 aest 10 aedt 11';
/** The weekday adds nothing and is often wrong. */
const WEEKDAY = /^\p{L}{2,12}\.?\s?,\s?|^(?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}\.? /iu;
const LAYOUTS = [
  /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})(?:T| |(?=Z|$))(?<clock>.*)$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?<month>\p{L}{3,12})\.?,?[ -](?<year>\d{4}|\d{2})(?:, ?| |$)(?<clock>.*)$/u,
  /^(?<month>\p{L}{3,12})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?:, ?| |$)(?<clock>.*)$/u,
  /^(?<month>\p{L}{3,12}) (?<day>\d{1,2}) (?<clock>\d{1,2}:.{2,12}) (?<year>\d{4})$/u,
  // Between slashes the month comes first beside AM or PM, else only what cannot be taken for a month is a day.
  /^(?<day>1[3-9]|[23]\d)\/(?<month>\d{1,2})\/(?<year>\d{4})(?:, ?| |$)(?<clock>.*)$/,
  /^(?<month>\d{1,2})\/(?<day>1[3-9]|[23]\d)\/(?<year>\d{4})(?:, ?| |$)(?<clock>.*)$/,
  /^(?<month>(?<day>\d{1,2}))\/\k<month>\/(?<year>\d{4})(?:, ?| |$)(?<clock>.*)$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}),? (?<clock>.*\d ?[ap]m\b.*)$/i,
];
/** Without a time there may still be a zone. */
const CLOCK =
  /^(?:(?<hours>\d{1,2})[:.]?(?<minutes>\d{2})(?:[:.]?(?<seconds>\d{2})(?<fraction>[.,]\d{1,9})?)? ?(?<half>am|pm)? ?|(?=[a-z(+-]|$))(?<zone>.*)$/i;

/**
 * UTC ISO string of a date in RFC 822, RFC 3339 or what feeds make of them; without a zone it is UTC. Null when it says
 * no date.
 */
export function parseFeedDate(value: string): string | null {
  const text = value.trim().slice(0, 80).replace(/\s+/g, ' ').replace(WEEKDAY, '');
  const date = LAYOUTS.map((layout) => layout.exec(text)?.groups).find((groups) => groups !== undefined);
  const time = CLOCK.exec(date?.['clock'] ?? '')?.groups;
  if (!date || !time) return null;

  const { year = '', month = '', day } = date;
  const { hours = 0, minutes = 0, seconds = 0, fraction = '', half, zone = '' } = time;
  // RFC 2822, 4.3: two digits below 50 are of this century.
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
  const midnight = new Date(Date.UTC(fullYear, monthOf(month) - 1, Number(day)));
  const isDay = midnight.getUTCMonth() === monthOf(month) - 1 && fullYear >= 1900 && fullYear <= 2200;
  if (!isDay || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null;

  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  const milliseconds = Math.floor(Number(`0${fraction.replace(',', '.')}`) * 1000);
  const clockMs = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds;

  return new Date(midnight.getTime() + clockMs - zoneMs(zone.toLowerCase())).toISOString();
}

/** 1 to 12; 0 for no month. */
function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const name = text.toLowerCase();

  // Juin and juillet share their first three letters.
  return name.startsWith('juil') ? 7 : MONTHS.findIndex((names) => names.includes(name.slice(0, 3))) + 1;
}

/** The offset of a zone in milliseconds; 0 for an unknown one. */
function zoneMs(zone: string): number {
  const [, sign, hours, minutes = 0] = /^(?:gmt|utc|ut)? ?([+-]) ?(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  if (sign) return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const [name = 'utc'] = /^[a-z]+/.exec(zone) ?? [];
  const [, east = 0] = new RegExp(`\\b${name} (\\S+)`).exec(ZONES) ?? [];

  return Number(east) * 3_600_000;
}
