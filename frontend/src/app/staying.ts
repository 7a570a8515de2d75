import type { ComponentType } from 'react';
import type { Load, Route } from '../kit/router/router.ts';
import { notify } from '../ui/toast.tsx';
import { isUnloaded, UNREACHABLE, whenReachable } from '../kit/reachable.ts';

/**
 * The routes, so that a reader stays on the page they came from while the script of the next one cannot be loaded. It is
 * loaded again when the server answers. A script that is missing then was replaced by a new version of the site: the route
 * fails, and its error page reloads. So it does for the first page, which comes from nowhere.
 */
export function staying(routes: readonly Route[]): Route[] {
  let hasPage = false;
  const loaded = async (load: Load): Promise<ComponentType> => {
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

  return routes.map((route) => ('load' in route ? { ...route, load: stay(route.load) } : route));
}
