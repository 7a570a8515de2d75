import { clsx } from 'clsx';
import { Check, CornerDownRight, NotebookPen, Pencil, Play, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { buttonClasses } from '../ui/button.tsx';
import { KeyHint } from './key-hint.tsx';

interface CardActionsProps {
  mayApprove: boolean;
  mayReject: boolean;
  /** Null: there is nothing to hear. */
  onPlay: (() => void) | null;
  onApprove: () => void;
  onReject: () => void;
  onSkip: () => void;
  onEdit: () => void;
  onNote: () => void;
}

/** The buttons of a card, each with its key. */
export function CardActions(props: CardActionsProps) {
  const { mayApprove, mayReject, onPlay, onApprove, onReject, onSkip, onEdit, onNote } = props;

  return (
    <fieldset aria-label="Decide" className="flex flex-wrap gap-1.5">
      <Action label="Approve" hint="a" icon={Check} variant="solid" onPress={onApprove} isOff={!mayApprove} isMain />
      <Action label="Reject" hint="x" icon={X} variant="outline" onPress={onReject} isOff={!mayReject} isMain />
      <Action label="Skip" hint="s" icon={CornerDownRight} variant="outline" onPress={onSkip} isMain />
      <Action label="Edit" hint="e" icon={Pencil} variant="quiet" onPress={onEdit} />
      <Action label="Note" hint="n" icon={NotebookPen} variant="quiet" onPress={onNote} />
      {onPlay !== null && <Action label="Play" hint="p" icon={Play} variant="quiet" onPress={onPlay} />}
    </fieldset>
  );
}

interface ActionProps {
  label: string;
  hint: string;
  icon: LucideIcon;
  variant: 'solid' | 'outline' | 'quiet';
  onPress: () => void;
  isOff?: boolean;
  /** Wide on phones. */
  isMain?: boolean;
}

function Action({ label, hint, icon: Icon, variant, onPress, isOff = false, isMain = false }: ActionProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Space is for the audio: it must not decide about the next card because a click has left the focus here.
    if (event.detail > 0) event.currentTarget.blur();
    // Nor must the second click of a double click, for which nobody has read the next card.
    if (!isMain || event.detail < 2) onPress();
  };

  return (
    <button
      type="button"
      disabled={isOff}
      aria-keyshortcuts={hint}
      onClick={press}
      className={clsx(buttonClasses(variant), isMain ? 'px-2.5! max-sm:flex-1' : 'px-2!')}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
      <KeyHint>{hint}</KeyHint>
    </button>
  );
}
