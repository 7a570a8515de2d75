import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Rejected } from '../rejected.ts';
import { ACCESS, ANY_CONTENT_TYPE, HAS_EFFECTS, type Access } from './access.decorators.ts';
import { crossSiteRefusal, isUnsafe } from './cross-site.ts';
import { readBody } from './request-body.ts';
import { rememberSignedIn, WhoIsSignedIn, type SignedIn } from './signed-in.ts';

/**
 * Checks every call first, in the order of the specification: cross-site, signed in, role, and only then the body
 * (too large, malformed). Nest's own body parser must therefore be off. Routes are closed by default:
 * unsafe calls, calls with effects and all calls below /api/admin are for admins.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly whoIsSignedIn: WhoIsSignedIn,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const anyContentType = this.says<boolean>(ANY_CONTENT_TYPE, context) ?? false;
    const hasEffects = isUnsafe(request) || (this.says<boolean>(HAS_EFFECTS, context) ?? false);

    const refusal = hasEffects ? crossSiteRefusal(request, anyContentType) : null;
    if (refusal !== null) throw new Rejected('cross-site', refusal);

    const who = await this.whoIsSignedIn.find(request);
    if (who !== null) rememberSignedIn(request, who);
    const closed = hasEffects || isBelowAdmin(request);
    const access = this.says<Access>(ACCESS, context) ?? (closed ? ['admin'] : 'public');
    allow(who, access);

    const kind = anyContentType ? 'file' : access === 'public' ? 'public' : 'json';
    if (isUnsafe(request)) await readBody(request, context.switchToHttp().getResponse<Response>(), kind);
    return true;
  }

  /** The metadata of the route, or else of its controller. */
  private says<Value>(key: string, context: ExecutionContext): Value | undefined {
    return this.reflector.getAllAndOverride<Value | undefined>(key, [context.getHandler(), context.getClass()]);
  }
}

function allow(who: SignedIn | null, access: Access): void {
  if (access === 'public') return;
  if (who === null) throw new Rejected('not-signed-in', 'Sign in to do this.');
  if (who.role === 'admin' || access.includes(who.role)) return;

  const needed = [...new Set([...access, 'admin'])].join(' or ');
  throw new Rejected('role-missing', `This needs the role ${needed}, but ${who.username} has the role ${who.role}.`);
}

/**
 * Checks the path and the route's pattern, because the router ignores case and the pattern may be wider than the path.
 */
function isBelowAdmin(request: Request): boolean {
  const { route }: { route?: { path?: unknown } } = request;

  return [request.path, route?.path].some((path) => typeof path === 'string' && /^\/api\/admin(\/|$)/i.test(path));
}
