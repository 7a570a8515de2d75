import { NumberLedger } from './number-ledger.tsx';
import { NumberParts } from './number-parts.tsx';
import { TotalParts } from './total-parts.tsx';
import type { ShownNumber } from './why.api.ts';

interface NumberStoryProps {
  number: ShownNumber;
  /** The part of a total to explain; null for the number itself. */
  part: ShownNumber | null;
  /** The part the reader returns from. */
  left: ShownNumber | null;
  onPart: (part: ShownNumber) => void;
}

export function NumberStory({ number, part, left, onPart }: NumberStoryProps) {
  const { entity, scope } = part ?? number;
  if (entity === null)
    return (
      <TotalParts scope={scope} leftId={left?.entity?.id ?? null} onEntity={(of) => onPart({ entity: of, scope })} />
    );

  return (
    <>
      <NumberParts entity={entity.id} scope={scope} />
      <NumberLedger entity={entity.id} scope={scope} />
    </>
  );
}
