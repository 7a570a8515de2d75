import { useId, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';

interface ListboxUse {
  /** Options that are offered; none closes the list. */
  count: number;
  /** Identifies the offer: with another one no option is active. */
  of: string;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  onChoose: (index: number) => void;
}

/** Keys, roles and ids of a text field with a list of options below it (the combobox pattern of WAI-ARIA). */
export function useListbox({ count, of, isOpen: isWanted, onOpen, onClose, onChoose }: ListboxUse) {
  const id = useId();
  const [marked, setMarked] = useState({ of, index: -1 });
  const isOpen = isWanted && count > 0;
  const active = isOpen && marked.of === of && marked.index < count ? marked.index : -1;
  const optionId = (index: number) => `${id}-${index}`;
  const mark = (index: number) => {
    setMarked({ of, index });
    if (index >= 0) document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isOpen) onClose();
    else if (event.key === 'Enter' && active >= 0) onChoose(active);
    else if (event.key === 'ArrowDown' && !isOpen) onOpen();
    // One step beyond either end is the text itself.
    else if (event.key === 'ArrowDown' && isOpen) mark(active === count - 1 ? -1 : active + 1);
    else if (event.key === 'ArrowUp' && isOpen) mark(active === -1 ? count - 1 : active - 1);
    else return;
    event.preventDefault();
  };

  return {
    isOpen,
    active,
    mark,
    listProps: { id, role: 'listbox' } as const,
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      onKeyDown,
    } as const,
    optionProps: (index: number) => ({
      id: optionId(index),
      role: 'option' as const,
      'aria-selected': index === active,
      // Keeps the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => onChoose(index),
      onMouseMove: () => index !== active && setMarked({ of, index }),
    }),
  };
}
