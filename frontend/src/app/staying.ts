import { createBrowserRouter } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { notify } from '../ui/toast.tsx';
import { isUnloaded, UNREACHABLE, whenReachable } from '../kit/reachable.ts';

/** The router of the site. */
export const stayingRouter = (routes: readonly RouteObject[]) => createBrowserRouter(staying(routes));

type Load = () => Promise<object>;

/**
 * The routes, so that a reader stays on the page they came from while the script of the next one cannot be loaded. It is
 * loaded again when the server answers. A script that is missing then was replaced by a new version of the site: the route
 * fails, and its error page reloads. So it does for the first page, which comes from nowhere.
 */
export function staying(routes: readonly RouteObject[]): RouteObject[] {
  let hasPage = false;
  const loaded = async (load: Load): Promise<object> => {
    const page = await load();
    hasPage = true;

    return page;
  };
  const stay =
    (load: Load): Load =>
    async () => {
      try {
        return await loaded(load);
      } catch (error) {
        if (!hasPage || !isUnloaded(error)) throw error;
        notify('That page could not be loaded', `${UNREACHABLE} It opens as soon as it can.`);
        await new Promise<void>((resolve) => whenReachable(new AbortController().signal, resolve));

        return loaded(load);
      }
    };
  const wrapped = (all: readonly RouteObject[]): RouteObject[] =>
    all.map((route) => ({
      ...route,
      ...(typeof route.lazy === 'function' && { lazy: stay(route.lazy) }),
      ...(route.children !== undefined && { children: wrapped(route.children) }),
    })) as RouteObject[];

  return wrapped(routes);
}
