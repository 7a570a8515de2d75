/** True in `npm run faults`, which repeats and varies what `npm test` does once. */
export const IN_FULL = process.env.FAULTS !== undefined;

/** How often to repeat a fault: `short` in `npm test`, `full` in `npm run faults`. */
export const faultRounds = (short: number, full: number): number => (IN_FULL ? full : short);
