import { formatClock } from '@earmark/contracts/kit';
import { Link2 } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import type { Playback } from '../kit/playback.ts';
import { notify } from '../kit/toast.tsx';
import { shareLink } from './share-link.ts';

/** Copies the link to the episode at the moment the audio stands at. */
export function ShareButton({ playback, highlighted }: { playback: Playback; highlighted: string | null }) {
  const copy = async () => {
    const ms = playback.nowMs();
    const link = shareLink({ href: location.href, ms, highlighted });
    // Only pages served securely may use the clipboard; elsewhere the reader copies by hand.
    if (navigator.clipboard === undefined) return notify('Copy this link', link);
    try {
      await navigator.clipboard.writeText(link);
      notify(ms >= 1000 ? `Link copied, starts at ${formatClock(ms)}` : 'Link copied');
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      notify('Copy this link', link);
    }
  };

  return (
    <Button onClick={() => void copy()}>
      <Link2 aria-hidden="true" className="size-4" />
      Share
    </Button>
  );
}
