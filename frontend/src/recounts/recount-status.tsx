import type { RecountStatus } from '@earmark/contracts/recounts';
import { Badge } from '../kit/badge.tsx';
import { STATUS_WORDS } from './recount-words.ts';

const TONES = {
  running: 'accent',
  paused: 'warn',
  ready: 'accent',
  published: 'good',
  discarded: 'plain',
  failed: 'bad',
} as const;

export function RecountBadge({ status }: { status: RecountStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}
