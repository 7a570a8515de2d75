/** Index of the moment closest to `ms`, if within `reachMs`; null otherwise. `moments` are ascending. */
export function nearestTick(moments: readonly number[], ms: number, reachMs: number): number | null {
  let best: number | null = null;
  let distance = reachMs;
  moments.forEach((moment, index) => {
    const away = Math.abs(moment - ms);
    if (away > distance) return;
    distance = away;
    best = index;
  });

  return best;
}

/** SVG path with one vertical stroke per moment, in a view box of 1000 × 24. Moments beyond the end are left out. */
export function ticksPath(moments: readonly number[], lengthMs: number): string {
  const places = new Set(moments.filter((ms) => ms <= lengthMs).map((ms) => Math.round((ms / lengthMs) * 10_000) / 10));

  return [...places].map((place) => `M${place} 10V24`).join('');
}
