const CLOCK = /^(?:(\d+):)?(\d+):(\d+)(?:[.,]\d+)?$/;
/** ISO 8601 without days, or what people write. */
const UNITS =
  /^(?:pt)?(?=\d)(?:(\d+)h(?:(?:ou)?rs?)?)?(?:(\d+)m(?:in(?:ute)?s?)?\.?)?(?:(\d+)(?:\.\d+)?s(?:ec(?:ond)?s?)?\.?)?$/i;

/** Whole seconds of a duration with colons or units; null for anything else, a plain number too. */
export function durationSeconds(written: string): number | null {
  const text = written.slice(0, 60).trim();
  const match = CLOCK.exec(text) ?? UNITS.exec(text.replace(/[\s,]+/g, ''));
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;

  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}
