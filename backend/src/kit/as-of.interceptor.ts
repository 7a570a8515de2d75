import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { Rejected } from './rejected.ts';

const OFFERS_AS_OF = 'earmark:offers-as-of';

/** Marks a call that can answer as of a past moment. */
export const OffersAsOf = () => SetMetadata(OFFERS_AS_OF, true);

/** Refuses `asOf` on calls that do not support it, so that nobody mistakes the present for the past. */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<Request>();
    if (query['asOf'] !== undefined && !this.reflector.get<boolean | undefined>(OFFERS_AS_OF, context.getHandler()))
      throw new Rejected('invalid', 'This call does not support "asOf"; leave it out.');

    return next.handle();
  }
}
