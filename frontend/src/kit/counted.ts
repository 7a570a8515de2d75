/** `1 episode`, `1,204 episodes` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** `999`, `1.2k`, `12k`: fits where the whole number is a hover away. */
export const shortCount = (count: number): string => (count < 1000 ? String(count) : short.format(count).toLowerCase());
