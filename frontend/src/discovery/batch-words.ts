export const BATCH_WORDS = {
  running: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refused: 'Stopped: the model refused the key',
} as const;

export const BATCH_TONES = { running: 'accent', completed: 'good', cancelled: 'plain', refused: 'bad' } as const;
