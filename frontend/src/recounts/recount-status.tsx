import type { RecountSummary } from '@earmark/contracts/recounts';
import { Badge } from '../ui/badge.tsx';
import { STATUS_WORDS } from './recount-words.ts';

const TONES = {
  running: 'accent',
  paused: 'warn',
  ready: 'accent',
  published: 'good',
  discarded: 'plain',
  failed: 'bad',
} as const;

export function RecountBadge({ recount: { status, isWaiting, overtaken } }: { recount: RecountSummary }) {
  if (overtaken !== null) return <Badge tone="warn">Overtaken</Badge>;
  if (isWaiting) return <Badge tone="plain">Waiting</Badge>;

  return <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}
