import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

const variants = {
  solid: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  outline: 'bg-surface text-ink border-line hover:bg-hover',
  danger: 'bg-bad text-surface hover:opacity-90 border-transparent',
  quiet: 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
} as const;

/** The classes of a button, for links that look like one. */
export const buttonClasses = (variant: keyof typeof variants = 'outline'): string =>
  clsx(
    'inline-flex h-8 items-center justify-center gap-2 rounded-md border px-3 text-[13px] font-medium whitespace-nowrap',
    'transition-colors duration-150 disabled:opacity-50 pointer-coarse:h-11 print:hidden',
    variants[variant],
  );

/**
 * The second click of a double click does nothing on solid and danger buttons, which act: it may come before the page knows
 * of the first, or mean something else by then.
 */
export function Button({
  variant = 'outline',
  className,
  onClick,
  ...rest
}: ComponentProps<'button'> & { variant?: keyof typeof variants }) {
  const acts = variant === 'solid' || variant === 'danger';
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (acts && event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };

  return <button type="button" className={clsx(buttonClasses(variant), className)} onClick={press} {...rest} />;
}

/** The classes of an icon button, for links that look like one. */
export const iconButtonClasses = clsx(
  'text-ink-soft hover:bg-hover hover:text-ink relative inline-flex size-8 shrink-0 items-center justify-center',
  'rounded-md transition-colors duration-150 disabled:opacity-40 pointer-coarse:size-11 print:hidden',
);

/** A square icon button whose label is a tooltip and accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} title={label} className={clsx(iconButtonClasses, className)} {...rest}>
      {children}
    </button>
  );
}

/** For an icon button with a `TouchWord`. */
export const wordedOnTouch = 'pointer-coarse:w-auto! pointer-coarse:gap-1.5 pointer-coarse:px-2';

/** A word next to the icon on touch screens, which have no tooltips. */
export function TouchWord({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="hidden text-[13px] font-medium pointer-coarse:inline">
      {children}
    </span>
  );
}
