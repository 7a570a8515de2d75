import { clsx } from 'clsx';
import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';

interface FileDropProps {
  /** Shown while a file is held over it. */
  label: string;
  onFile: (file: File) => void;
  children: ReactNode;
  className?: string;
}

/** Takes a file that is dropped on its content. The content offers another way, for those without a mouse. */
export function FileDrop({ label, onFile, children, className }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={clsx('relative', className)}
      onDragOver={(event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      {children}
      {isOver && (
        <div
          aria-hidden="true"
          className="border-accent bg-accent-soft text-accent-strong pointer-events-none absolute inset-0 z-10 flex items-center justify-center rounded-md border-2 border-dashed p-4 text-center font-medium backdrop-blur-[2px]"
        >
          {label}
        </div>
      )}
    </div>
  );
}
