import {
  Component,
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ComponentProps, ComponentType, MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { addressOf, resolved } from './history.ts';
import type { Location } from './history.ts';
import type { Params } from './matching.ts';
import type { Arrival, NavigateOptions, Router, Shown } from './router.ts';
import { scrollDownTo } from './scroll-places.ts';
import type { ScrollLine, ScrollPlace } from './scroll-places.ts';

const RouterContext = createContext<{ readonly router: Router; readonly shown: Shown } | null>(null);

function useRouting() {
  const routing = use(RouterContext);
  if (routing === null) throw new Error('Only what is within a RouterProvider knows the address.');

  return routing;
}

/** Tells what it contains about the address, once the first page has been loaded. */
export function RouterProvider({ router, children }: { readonly router: Router; readonly children: ReactNode }) {
  const [shown, setShown] = useState(router.shown);
  const routing = useMemo(() => ({ router, shown }), [router, shown]);
  useLayoutEffect(() => {
    const follow = (isSync: boolean) => {
      if (isSync) flushSync(() => setShown(router.shown()));
      else startTransition(() => setShown(router.shown()));
    };

    // It may have moved on while this was drawn.
    follow(false);

    return router.subscribe(follow);
  }, [router]);

  return shown.Page !== null && <RouterContext value={routing}>{children}</RouterContext>;
}

interface CurrentPageProps {
  /** Shown in place of a page that has crashed or could not be loaded. */
  readonly Crash: ComponentType<{ error: unknown }>;
}

/** The page at the address. */
export function CurrentPage({ Crash }: CurrentPageProps) {
  const { Page } = useRouting().shown;

  return <CrashBoundary Crash={Crash}>{Page !== null && <Page />}</CrashBoundary>;
}

/** Shows `Crash` in place of what has crashed, until the reader goes elsewhere. */
export function CrashBoundary({ Crash, children }: CurrentPageProps & { readonly children: ReactNode }) {
  const { location } = useRouting().shown;

  return (
    <Boundary at={location} Crash={Crash}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps extends CurrentPageProps {
  readonly at: Location;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly at: Location | null;
  readonly crash: { readonly error: unknown } | null;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { at: null, crash: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState {
    return state.at === at ? state : { at, crash: null };
  }

  override render() {
    const { Crash, children } = this.props;
    const { crash } = this.state;

    return crash === null ? children : <Crash error={crash.error} />;
  }
}

export const useLocation = (): Location => useRouting().shown.location;

export const useParams = (): Params => useRouting().shown.params;

export const useNavigationType = (): Arrival => useRouting().shown.arrival;

export const useNavigate = (): Router['navigate'] => useRouting().router.navigate;

/** Where the reader, who has been on this page before, left it; null: it is new to them, or they are on it already. */
export function usePlaceOfReturn(): ScrollPlace | null {
  const { scroll } = useRouting().shown;

  return typeof scroll === 'object' ? scroll : null;
}

/** The page brings its reader back to the line that they left, which it finds by itself. `lineInView` must be stable. */
export function useScrollLines(lineInView: () => ScrollLine | null): void {
  const { places } = useRouting().router;
  useLayoutEffect(() => places.tellBy(lineInView), [places, lineInView]);
}

/** Whether another page is on its way, at this moment; does not cause a render. */
export const useIsLeaving = (): (() => boolean) => useRouting().router.isLeaving;

type ParamsInit = URLSearchParams | string | Readonly<Record<string, string>>;
type SetParams = (next: ParamsInit | ((now: URLSearchParams) => ParamsInit), options?: NavigateOptions) => void;

/** The query of the address, and what replaces it. A page that has been left changes nothing. */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { router, shown } = useRouting();
  const { pathname, search } = shown.location;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetParams>(
    (next, options) => {
      const now = router.shown().location;
      if (now.pathname !== pathname) return;
      const init = typeof next === 'function' ? next(new URLSearchParams(now.search)) : next;
      router.navigate(`${pathname}?${new URLSearchParams(init)}`, options);
    },
    [pathname, router],
  );

  return [params, setParams];
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, Pick<NavigateOptions, 'replace' | 'preventScrollReset'> {
  readonly to: string;
}

/** A link within the site. A link to the address where the reader is makes no new entry of the history. */
export function Link({ to, replace, preventScrollReset, onClick, children, ...rest }: LinkProps) {
  const { router, shown } = useRouting();
  const href = addressOf(resolved(to, shown.location));
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    router.navigate(href, { replace: replace ?? href === addressOf(shown.location), preventScrollReset });
  };

  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Other clicks open a tab, a window or a file. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  (currentTarget.target === '' || currentTarget.target === '_self') &&
  !(metaKey || altKey || ctrlKey || shiftKey);

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  readonly className: (link: { readonly isActive: boolean }) => string;
  /** Only this very page makes it active, not those below it. */
  readonly end?: boolean;
}

/** A link that shows whether the reader is there. */
export function NavLink({ to, className, end = false, ...rest }: NavLinkProps) {
  const here = useLocation();
  const isActive = isWithin(here.pathname, resolved(to, here).pathname, end);

  return (
    <Link
      {...rest}
      to={to}
      className={className({ isActive })}
      {...(isActive && { 'aria-current': 'page' as const })}
    />
  );
}

function isWithin(pathname: string, of: string, isEnd: boolean): boolean {
  const here = pathname.toLowerCase();
  const there = of.toLowerCase();

  return here === there || (!isEnd && here.startsWith(`${there}/`));
}

interface NavigateProps extends Pick<NavigateOptions, 'replace'> {
  readonly to: string;
}

/** Goes there as soon as it is shown. */
export function Navigate({ to, replace }: NavigateProps) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);

  return null;
}

/**
 * Null, or the reader's wish to leave the page, about which they are asked. Use it once. `mustAsk`: the same function at
 * every render.
 */
export function useLeaving(mustAsk: (from: Location, to: Location) => boolean) {
  const { router } = useRouting();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => router.askBeforeLeaving(mustAsk, (asked) => setLeave(() => asked)), [mustAsk, router]);

  return leave && { leave, answered: () => setLeave(null) };
}

/** Pages begin at their top, or where their address says; those that the reader comes back to, where they were left. */
export function ScrollRestoration() {
  const { router, shown } = useRouting();
  const stopGrowing = useRef((): void => undefined);
  useEffect(() => {
    const take = () => (window.history.scrollRestoration = 'manual');
    const keep = () => {
      router.places.remember(router.shown().location);
      router.places.store();
    };
    // A phone ends a page that is out of sight without another word.
    const hide = () => document.visibilityState === 'hidden' && keep();
    const leave = () => {
      keep();
      window.history.scrollRestoration = 'auto';
    };
    take();
    window.addEventListener('pageshow', take);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);

    return () => {
      window.removeEventListener('pageshow', take);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [router]);
  useLayoutEffect(() => {
    const { scroll, location } = shown;
    if (scroll === 'stay') return;
    stopGrowing.current();
    stopGrowing.current = () => undefined;
    if (typeof scroll === 'object') {
      // The page itself goes on to the line.
      if (scroll.line === null) stopGrowing.current = scrollDownTo(scroll.y);
      else window.scrollTo(0, scroll.y);

      return;
    }
    const place = document.getElementById(idOf(location.hash));
    // Newer browsers answer with a promise, which must not be taken for the end of the effect.
    if (place === null) window.scrollTo(0, 0);
    else place.scrollIntoView();
  }, [shown]);

  return null;
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
